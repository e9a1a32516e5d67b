import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { PERSON_ANSWERS, tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import { PeopleAppointments } from './people-appointments';

const TOUR = {
  id: 3,
  title: 'Tour of 12 Harbor Lane',
  start: '2099-12-01T15:00:00Z',
  end: '2099-12-01T16:00:00Z',
  allDay: false,
  location: '12 Harbor Lane',
  type: 'Showing',
  typeId: 1,
  outcomeId: null,
  outcome: null,
  description: null,
  conflicts: [],
  invitees: [
    { personId: 9, name: 'Elena Soren', email: 'elena@example.com' },
    { userId: 7, name: 'Olive Owner' },
  ],
};
const PAST = { ...TOUR, id: 2, title: 'First call', start: '2020-01-01T15:00:00Z', end: '2020-01-01T15:30:00Z' };

describe('the appointments of a person', () => {
  const open = (rows: readonly object[] = [TOUR], answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({
      ...PERSON_ANSWERS,
      'GET /v1/me': { id: 7, timeZone: 'America/Chicago' },
      'GET /v1/people': createList('people', []),
      'GET /v1/appointments': createList('appointments', rows),
      ...answers,
    }),
    ...show(<PeopleAppointments people={[{ id: 9, name: 'Elena Soren' }]} />),
  });
  const dialog = async () => within(await screen.findByRole('dialog'));
  const choose = async (user: ReturnType<typeof open>['user'], item: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: `More for ${TOUR.title}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('given an appointment, then time in the zone of the user, type, place and invited are shown', async () => {
    open();
    await screen.findByText(/9:00\sAM – 10:00\sAM/);
    screen.getByText('Showing · 12 Harbor Lane · Olive Owner');
  });

  test('given past ones, then the next one is first and older ones wait for a click', async () => {
    const { user } = open([TOUR, PAST, { ...PAST, id: 1, title: 'Older call' }]);
    await screen.findByText('First call');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 5))).toEqual([
      'Tour ',
      'First',
    ]);
    await user.click(screen.getByRole('button', { name: 'Show 1 more past' }));
    screen.getByText('Older call');
  });

  test('given an overlap, then it is said and not refused (D12.1)', async () => {
    open([{ ...TOUR, conflicts: [{ id: 8, userId: 7 }] }]);
    await screen.findByText('An invited user has another appointment at this time.');
  });

  test('given a title, when it is created, then the person and the user are invited', async () => {
    const { user, sent } = open([], { 'POST /v1/appointments': { ...TOUR, conflicts: [{ id: 8 }] } });
    await user.click(await screen.findByRole('button', { name: 'Add appointment' }));
    const form = await dialog();
    await user.type(form.getByLabelText('Title'), 'Tour');
    await user.clear(form.getByLabelText('Start'));
    await user.type(form.getByLabelText('Start'), '2099-12-01T09:00');
    await user.clear(form.getByLabelText('End'));
    await user.type(form.getByLabelText('End'), '2099-12-01T10:00');
    await user.click(form.getByLabelText('Mail the appointment to the invited'));
    await user.click(form.getByRole('button', { name: 'Create appointment' }));
    await screen.findByText(/Created “Tour of 12 Harbor Lane”. An invited user has another appointment/);
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/v1/appointments?sendInvitation=true',
      body: {
        title: 'Tour',
        start: '2099-12-01T15:00:00.000Z',
        end: '2099-12-01T16:00:00.000Z',
        invitees: [
          { personId: 9, name: 'Elena Soren' },
          { userId: 7, name: 'Olive Owner' },
        ],
      },
    });
  });

  test('given another appointment at the time, then the form names it', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Add appointment' }));
    await (await dialog()).findByText(/^At the same time: Tour of 12 Harbor Lane/);
    expect(sent.some(({ path }) => /userId=7/.test(path) && /start=/.test(path))).toBe(true);
  });

  test('given an end before the start, then nothing is sent', async () => {
    const { user, sent } = open();
    await choose(user, 'Edit appointment');
    const form = await dialog();
    await user.clear(form.getByLabelText('End'));
    await user.type(form.getByLabelText('End'), '2099-12-01T08:00{Enter}');
    await form.findByText('The end must not be before the start.');
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('given a new place, when it is saved, then only the place is sent, with the entity tag', async () => {
    const { user, sent } = open([TOUR], {
      'GET /v1/appointments/3': () => tagged(TOUR),
      'PUT /v1/appointments/3': TOUR,
    });
    await choose(user, 'Edit appointment');
    const form = await dialog();
    await user.clear(form.getByLabelText('Place'));
    await user.type(form.getByLabelText('Place'), 'Office{Enter}');
    await screen.findByText('Saved “Tour of 12 Harbor Lane”.');
    const put = sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ location: 'Office' });
    expect(put?.headers.get('if-match')).toBe('"4"');
  });

  test('given a colleague changed the place too, then both values are shown', async () => {
    const { user } = open([TOUR], { 'GET /v1/appointments/3': () => tagged({ ...TOUR, location: 'Cafe' }) });
    await choose(user, 'Edit appointment');
    const form = await dialog();
    await user.clear(form.getByLabelText('Place'));
    await user.type(form.getByLabelText('Place'), 'Office{Enter}');
    await form.findByRole('cell', { name: 'Cafe' });
    form.getByRole('cell', { name: 'Office' });
  });

  test('given an outcome, then two clicks set it', async () => {
    const { user, sent } = open([TOUR], { 'PUT /v1/appointments/3': TOUR });
    await user.click(await screen.findByRole('button', { name: `Outcome of ${TOUR.title}: No outcome` }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Completed' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ outcomeId: 1 }));
  });

  test('given a cancellation, then it is asked for and sent; a refusal is shown', async () => {
    const { user, sent } = open([TOUR], { 'DELETE /v1/appointments/3': refuse(403, 'FORBIDDEN', 'Not yours.') });
    await choose(user, 'Delete appointment');
    await user.click((await dialog()).getByRole('button', { name: 'Delete appointment' }));
    await screen.findByText('Not yours.');
    expect(sent.map(({ method }) => method)).toContain('DELETE');
  });
});
