import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import SettingsPage from './settings-page';

const OLD_LEADS = { id: 4, name: 'Old leads', userIds: [8] };

describe('the settings', () => {
  const open = (role: 'Owner' | 'Agent') => {
    const sent = fakeApi({
      'GET /v1/stages': createList('stages', [{ id: 1, name: 'Lead', peopleCount: 138, isProtected: true }]),
      'GET /v1/customFields': createList('customFields', []),
      'GET /v1/leadFlows': createList('leadFlows', [
        {
          id: 1,
          name: 'Web',
          sources: ['harbor.example'],
          minPrice: 500000,
          maxPrice: 1000000,
          assignUserId: 8,
          actionPlanId: 5,
        },
        { id: 2, name: 'Spam', sources: ['spam.example'], ignore: true },
        { id: 3, assignPondId: 99 },
      ]),
      'GET /v1/users': createList('users', [
        { id: 8, name: 'Leo Marsh' },
        { id: 9, name: 'Ana Kowalski' },
      ]),
      'GET /v1/groups': createList('groups', []),
      'GET /v1/actionPlans': createList('actionPlans', [{ id: 5, name: 'First week' }]),
      'GET /v1/ponds': createList('ponds', [OLD_LEADS]),
      'GET /v1/ponds/4': OLD_LEADS,
      'PUT /v1/ponds/4': OLD_LEADS,
      'GET /v1/teams': createList('teams', []),
      'POST /v1/teams': { id: 6 },
      'GET /v1/account': { id: 1, name: 'Harbor Lane Homes', mailFooter: '12 Harbor Lane' },
      'GET /v1/senderDomain': { status: 'None', address: null, required: false },
    });
    return { sent, ...show(<SettingsPage />, { role }) };
  };

  test('given an agent, who sees some people, then the number of all people of a stage is hidden (U21)', async () => {
    open('Agent');
    const row = await screen.findByRole('row', { name: /^Lead/ });
    expect(within(row).queryByText('138')).toBeNull();
  });

  test('given an owner, then a stage has the number of its people', async () => {
    open('Owner');
    await screen.findByRole('cell', { name: '138' });
  });

  test('given a rule with prices, then it names the range and the user', async () => {
    open('Owner');
    await screen.findByRole('row', {
      name: 'Web from harbor.example; at least 500,000; at most 1,000,000 Leo Marsh First week',
    });
  });

  test('given a rule that ignores leads, and one for a pond that is unknown, then both say so', async () => {
    open('Owner');
    await screen.findByRole('row', { name: 'Spam from spam.example Ignored' });
    screen.getByRole('row', { name: 'Rule 3 All leads pond 99' });
  });

  test('given a pond, when a user is added, then only the users are sent (U13)', async () => {
    const { user, sent } = open('Owner');
    await screen.findByRole('row', { name: /^Old leads Leo Marsh/ });
    await user.click(screen.getByRole('button', { name: 'Edit Old leads' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Ana Kowalski' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({ body: { userIds: [8, 9] } });
    expect(sent.find(({ method }) => method === 'PUT')?.body).not.toHaveProperty('name');
  });

  test('given a new team, then it is created with its users (U13)', async () => {
    const { user, sent } = open('Owner');
    await user.click(await screen.findByRole('button', { name: 'Create team' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Name/), ' North ');
    await user.click(dialog.getByRole('checkbox', { name: 'Leo Marsh' }));
    await user.click(dialog.getByRole('button', { name: 'Create team' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'North', userIds: [8] });
  });
});
