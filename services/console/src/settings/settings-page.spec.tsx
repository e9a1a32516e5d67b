import { screen, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import SettingsPage from './settings-page';

describe('the settings', () => {
  const open = (role: 'Owner' | 'Agent') => {
    fakeApi({
      'GET /v1/stages': createList('stages', [{ id: 1, name: 'Lead', peopleCount: 138, isProtected: true }]),
      'GET /v1/customFields': createList('customFields', []),
      'GET /v1/leadFlows': createList('leadFlows', [
        { id: 1, name: 'Web', sources: ['harbor.example'], minPrice: 500000, maxPrice: 1000000, assignUserId: 8 },
        { id: 2, name: 'Spam', sources: ['spam.example'], ignore: true },
        { id: 3, assignPondId: 99 },
      ]),
      'GET /v1/users': createList('users', [{ id: 8, name: 'Leo Marsh' }]),
      'GET /v1/groups': createList('groups', []),
      'GET /v1/ponds': createList('ponds', []),
      'GET /v1/teams': createList('teams', []),
      'GET /v1/account': { id: 1, name: 'Harbor Lane Homes', mailFooter: '12 Harbor Lane' },
      'GET /v1/senderDomain': { status: 'None', address: null, required: false },
    });
    return show(<SettingsPage />, { role });
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
    await screen.findByRole('row', { name: 'Web from harbor.example; at least 500,000; at most 1,000,000 Leo Marsh' });
  });

  test('given a rule that ignores leads, and one for a pond that is unknown, then both say so', async () => {
    open('Owner');
    await screen.findByRole('row', { name: 'Spam from spam.example Ignored' });
    screen.getByRole('row', { name: 'Rule 3 All leads pond 99' });
  });
});
