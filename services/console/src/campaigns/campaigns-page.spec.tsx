import { screen, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import CampaignPage from './campaign-page';
import CampaignsPage from './campaigns-page';

const FIGURES = {
  campaignId: 3,
  sent: 10,
  delivered: 8,
  opened: 4,
  clicked: 2,
  bounced: 2,
  optedOut: 1,
  complained: 0,
};
const SPRING = { id: 3, name: 'Spring', origin: 'Mailer', originId: 'a', subject: 'Hello', bodyHtml: null };

test('given a campaign, then the list has its figures and the shares of the sent emails', async () => {
  fakeApi({ 'GET /v1/emCampaigns': createList('emCampaigns', [SPRING]), 'GET /v1/emCampaigns/3/figures': FIGURES });
  show(<CampaignsPage />);
  const row = (await screen.findByRole('link', { name: 'Spring' })).closest('tr')!;
  await within(row).findByText('40%');
  within(row).getByText('80%');
  within(row).getByText('8');
  within(row).getByText('10');
});

test('given the page of a campaign, then figures are shares of the sent emails', async () => {
  fakeApi({
    'GET /v1/emCampaigns/3': SPRING,
    'GET /v1/emCampaigns/3/figures': FIGURES,
    'GET /v1/emEvents': createList('emEvents', [
      { id: 1, type: 'hard-bounce', count: 1, personId: 10, updated: '2026-01-02T00:00:00Z' },
    ]),
    'GET /v1/people': createList('people', [{ id: 10, name: 'Dora Engel' }]),
  });
  show(<CampaignPage />, { at: '/campaigns/3', path: '/campaigns/:id' });
  await screen.findByText('80%');
  screen.getByText('40%');
  await screen.findByRole('link', { name: 'Dora Engel' });
  screen.getByText('Address does not exist');
});
