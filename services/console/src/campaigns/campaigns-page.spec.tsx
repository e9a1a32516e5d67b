import { screen, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import CampaignPage from './campaign-page';
import CampaignsPage from './campaigns-page';

const TOTALS: Readonly<Record<string, number>> = { delivered: 8, open: 4, click: 2, unsubscribe: 1 };

/** The total of a list of events by the types of the request. */
const countEvents = ({ path }: { readonly path: string }) => {
  const types = new URL(path, window.location.origin).searchParams.getAll('type').flatMap((type) => type.split(','));
  const total = types.reduce((sum, type) => sum + (TOTALS[type] ?? 0), types.length > 1 ? 2 : 0);
  return { emEvents: [], _metadata: { collection: 'emEvents', total, limit: 1, offset: 0, next: null } };
};
const SPRING = { id: 3, name: 'Spring', origin: 'Mailer', originId: 'a', subject: 'Hello', bodyHtml: null };

test('given a campaign, then the list has its figures and their shares', async () => {
  fakeApi({ 'GET /v1/emCampaigns': createList('emCampaigns', [SPRING]), 'GET /v1/emEvents': countEvents });
  show(<CampaignsPage />);
  const row = (await screen.findByRole('link', { name: 'Spring' })).closest('tr')!;
  await within(row).findByText('50 %');
  within(row).getByText('25 %');
  within(row).getByText('8');
  within(row).getByText('10');
});

test('given the page of a campaign, then figures are shares of the sent emails', async () => {
  fakeApi({
    'GET /v1/emCampaigns/3': SPRING,
    'GET /v1/emEvents': (request) =>
      request.path.includes('type=')
        ? countEvents(request)
        : createList('emEvents', [
            { id: 1, type: 'hard-bounce', count: 1, personId: 10, updated: '2026-01-02T00:00:00Z' },
          ]),
    'GET /v1/people': createList('people', [{ id: 10, name: 'Dora Engel' }]),
  });
  show(<CampaignPage />, { at: '/campaigns/3', path: '/campaigns/:id' });
  await screen.findByText('80 %');
  await screen.findByRole('link', { name: 'Dora Engel' });
  screen.getByText('Address does not exist');
});
