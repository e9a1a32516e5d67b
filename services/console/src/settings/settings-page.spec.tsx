import { screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import EmailsPage from './emails-page';
import LeadSourcesPage from './lead-sources-page';
import SettingsPage from './settings-page';

describe('the settings of a role', () => {
  test('given an agent, then no text names what only owners and brokers do', () => {
    fakeApi({});
    show(<SettingsPage />, { role: 'Agent' });
    screen.getByText('Your colleagues and their roles.');
    expect(screen.queryByText(/Invite colleagues/)).toBeNull();
  });

  test('given a broker, then the users can be invited', () => {
    fakeApi({});
    show(<SettingsPage />, { role: 'Broker' });
    screen.getByText(/Invite colleagues/);
  });

  test('given a broker, then no link opens a page for owners only', async () => {
    fakeApi({ 'GET /v1/leadAddresses': createList('leadAddresses', []) });
    show(<LeadSourcesPage />, { role: 'Broker' });
    await screen.findByRole('link', { name: 'log of leads' });
    expect(screen.queryByRole('link', { name: 'system' })).toBeNull();
  });

  test('given a broker, then the sender of emails says that only the owner changes it', () => {
    fakeApi({});
    show(<EmailsPage />, { role: 'Broker' });
    screen.getByText('Only the owner can change these.');
  });
});
