import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import DealPage from './deal-page';

const DEAL = {
  id: 3,
  name: '100 Lake St',
  pipelineId: 1,
  stageId: 6,
  status: 'Active',
  price: 300000,
  projectedCloseDate: '2027-03-03',
  people: [{ id: 9, name: 'Keller' }],
  users: [{ id: 7, name: 'Olive Owner' }],
};

const TOUR = {
  id: 5,
  title: 'Tour of 100 Lake St',
  start: '2099-12-01T15:00:00Z',
  end: '2099-12-01T16:00:00Z',
  allDay: false,
  location: '',
  conflicts: [],
  invitees: [{ personId: 9, name: 'Keller' }],
};

describe('the page of a deal', () => {
  const open = () => {
    const sent = fakeApi({
      'GET /v1/deals/3': () => tagged(DEAL),
      'PUT /v1/deals/3': DEAL,
      'DELETE /v1/deals/3': {},
      'GET /v1/pipelines': createList('pipelines', [
        {
          id: 1,
          name: 'Buyers',
          stages: [
            { id: 6, name: 'Offer' },
            { id: 7, name: 'Closed' },
          ],
        },
      ]),
      'GET /v1/dealCustomFields': createList('dealCustomFields', []),
      'GET /v1/users': createList('users', [
        { id: 7, name: 'Olive Owner' },
        { id: 8, name: 'Alan Agent' },
      ]),
      'GET /v1/me': { id: 7, timeZone: 'America/Chicago' },
      'GET /v1/appointments': createList('appointments', [TOUR]),
      'GET /v1/appointmentTypes': createList('appointmenttypes', []),
      'GET /v1/appointmentOutcomes': createList('appointmentoutcomes', []),
      'GET /v1/dealAttachments': createList('dealAttachments', []),
      'GET /v1/people': createList('people', [{ id: 10, name: 'Dora Engel' }]),
    });
    return {
      puts: () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body),
      sent,
      ...show(<DealPage />, { at: '/deals/3', path: '/deals/:id' }),
    };
  };

  test('given a day of closing, then it is formatted as a date', async () => {
    open();
    await screen.findByText('Mar 3, 2027');
  });

  test('given its people, then their appointments are shown', async () => {
    const { sent } = open();
    await screen.findByText('Tour of 100 Lake St');
    expect(sent.some(({ path }) => path.startsWith('/v1/appointments?') && /personId=9/.test(path))).toBe(true);
  });

  test('given a stage, when another is chosen, then only it is sent', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Stage: Offer' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Closed' }));
    await waitFor(() => expect(puts()).toEqual([{ stageId: 7 }]));
  });

  test('given a price, when it is edited in place, then it is sent with the entity tag', async () => {
    const { user, sent, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Price' }));
    await user.clear(screen.getByRole('textbox', { name: 'Price' }));
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '310000{Enter}');
    await waitFor(() => expect(puts()).toEqual([{ price: 310000 }]));
    expect(sent.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"4"');
  });

  test('given fields without a value, then they are shown on request', async () => {
    const { user } = open();
    const show = await screen.findByRole('button', { name: 'Show 9 empty fields' });
    expect(screen.queryByRole('button', { name: 'Edit Possession' })).toBeNull();
    await user.click(show);
    await screen.findByRole('button', { name: 'Edit Possession' });
    await user.click(screen.getByRole('button', { name: 'Hide empty fields' }));
    expect(screen.queryByRole('button', { name: 'Edit Possession' })).toBeNull();
  });

  test('given a person is added, then the others stay', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Add person' }));
    await user.click(await screen.findByRole('option', { name: 'Dora Engel' }));
    await waitFor(() => expect(puts()).toEqual([{ peopleIds: [9, 10] }]));
  });

  test('given a user is removed, then the remaining users are sent', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove Olive Owner' }));
    await waitFor(() => expect(puts()).toEqual([{ userIds: [] }]));
  });

  test('given a deletion is confirmed, then the board opens', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete 100 Lake St' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/deals'));
  });
});
