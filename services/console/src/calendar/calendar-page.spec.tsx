import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { PERSON_ANSWERS, tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import CalendarPage from './calendar-page';

const TOUR = {
  id: 3,
  title: 'Tour',
  start: '2026-12-01T15:00:00Z',
  end: '2026-12-01T16:00:00Z',
  allDay: false,
  location: 'Harbor Lane',
  description: null,
  typeId: null,
  outcomeId: null,
  conflicts: [],
  invitees: [{ userId: 7, name: 'Olive Owner' }],
};
const OPEN_HOUSE = {
  ...TOUR,
  id: 4,
  title: 'Open house',
  allDay: true,
  start: '2026-12-02T00:00:00Z',
  end: '2026-12-03T00:00:00Z',
};
const BLOCK = /^Tour, Tue, Dec 1, 9:00\sAM – 10:00\sAM$/;

describe('the calendar', () => {
  const open = (query = '?view=week&day=2026-12-01', answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({
      ...PERSON_ANSWERS,
      'GET /v1/me': { id: 7, timeZone: 'America/Chicago' },
      'GET /v1/people': createList('people', []),
      'GET /v1/appointments': createList('appointments', [TOUR, OPEN_HOUSE]),
      'GET /v1/appointments/3': () => tagged(TOUR),
      'PUT /v1/appointments/3': { ...TOUR, conflicts: [] },
      ...answers,
    }),
    ...show(<CalendarPage />, { at: `/calendar${query}`, path: '/calendar' }),
  });

  test('given a week, then appointments are on their days in the time zone of the user', async () => {
    open();
    await screen.findByRole('button', { name: BLOCK });
    within(screen.getByRole('region', { name: /^Wednesday, December 2, 2026, all day/ })).getByText('Open house');
    screen.getByText('Times in America/Chicago');
  });

  test('given a week, then only its appointments of the user are requested', async () => {
    const { sent } = open();
    await screen.findByRole('button', { name: BLOCK });
    const { path } = sent.findLast(({ path: one }) => one.startsWith('/v1/appointments?'))!;
    expect(path).toMatch(/start=2026-11-\d\dT06/);
    expect(path).toMatch(/userId=7/);
  });

  test('given all users, then no user is requested, and Back returns to the own', async () => {
    const { user, sent, address, goBack } = open();
    await user.selectOptions(await screen.findByLabelText('Whose appointments'), 'all');
    await waitFor(() =>
      expect(sent.some(({ path }) => path.startsWith('/v1/appointments?') && !path.includes('userId'))).toBe(true),
    );
    expect(address()).toContain('user=all');
    await goBack();
    expect(address()).not.toContain('user=all');
  });

  test('given the next week and Month, then the address has them', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Next week' }));
    expect(address()).toContain('day=2026-12-08');
    await user.click(screen.getByRole('radio', { name: 'Month' }));
    expect(address()).toContain('view=month');
    screen.getByRole('heading', { level: 2, name: 'December 2026' });
  });

  test('given a slot, when the arrow keys and Enter are pressed, then an appointment begins there', async () => {
    const { user } = open();
    const slot = await screen.findByRole('button', { name: /^Create appointment, Tue, Dec 1, 9:00\sAM/ });
    await screen.findByRole('button', { name: BLOCK });
    slot.focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'New appointment' }));
    expect(dialog.getByLabelText('Start')).toHaveProperty('value', '2026-12-02T10:00');
    expect(dialog.getByLabelText('End')).toHaveProperty('value', '2026-12-02T11:00');
  });

  test('given an appointment, when Alt and an arrow key are pressed, then it moves with its entity tag', async () => {
    const { sent } = open();
    const block = await screen.findByRole('button', { name: BLOCK });
    fireEvent.keyDown(block, { key: 'ArrowDown', altKey: true });
    await screen.findByText(/^Moved “Tour” to Tue, Dec 1, 9:15/);
    const put = sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ start: '2026-12-01T15:15:00.000Z', end: '2026-12-01T16:15:00.000Z' });
    expect(put?.headers.get('if-match')).toBe('"4"');
  });

  test('given a moved appointment, when Undo is pressed, then the former times are sent', async () => {
    const { user, sent } = open();
    fireEvent.keyDown(await screen.findByRole('button', { name: BLOCK }), { key: 'ArrowRight', altKey: true });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ start: TOUR.start, end: TOUR.end }),
    );
  });

  test('given a colleague moved it meanwhile, then it stays', async () => {
    const { sent } = open(undefined, {
      'GET /v1/appointments/3': () => tagged({ ...TOUR, start: '2026-12-01T14:00:00Z' }),
    });
    fireEvent.keyDown(await screen.findByRole('button', { name: BLOCK }), { key: 'ArrowDown', altKey: true });
    await screen.findByText(/^Not moved. A colleague moved “Tour” meanwhile/);
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('given an appointment, when Enter is pressed, then its form opens', async () => {
    const { user } = open();
    (await screen.findByRole('button', { name: BLOCK })).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Edit appointment' });
  });

  test('given a month, then a day has its appointments, and the last day leads to the next month', async () => {
    const { user, address } = open('?view=month&day=2026-12-01');
    const day = within(await screen.findByRole('region', { name: /^Tuesday, December 1, 2026, 1 app/ }));
    day.getByRole('button', { name: /9:00\sAM Tour/ });
    const dates = screen.getAllByRole('button', { name: /^Create appointment on/ });
    act(() => dates.at(-1)!.focus());
    await user.keyboard('{ArrowRight}');
    expect(address()).toContain('day=2027-01');
  });

  test('given a new address of the feed, then it is shown once, and it can be ended (D12.1)', async () => {
    const { user, sent } = open(undefined, {
      'POST /v1/me/calendarFeed': { url: 'https://porchlight.example.com/v1/calendar/secret' },
      'DELETE /v1/me/calendarFeed': new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
    await user.click(await screen.findByRole('button', { name: 'End address' }));
    await screen.findByText('No address gives access to your appointments.');
    await user.click(screen.getByRole('button', { name: 'Create address of your calendar' }));
    await user.click(await screen.findByRole('button', { name: 'Create address' }));
    expect(await screen.findByLabelText('Address')).toHaveProperty(
      'value',
      'https://porchlight.example.com/v1/calendar/secret',
    );
    expect(sent.map(({ method }) => method)).toContain('DELETE');
  });
});
