import { act, screen, within } from '@testing-library/react';
import { LIVE_MS } from '../api/hooks';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import PersonPage from './person-page';

const ELENA = {
  id: 9,
  name: 'Elena Soren',
  stage: 'Lead',
  tags: ['VIP'],
  emails: [{ value: 'elena@example.com', type: 'home' }],
  phones: [{ value: '(312) 555-1204', type: 'mobile' }],
  price: 320000,
  customFinancing: 'Cash',
  customRooms: 4,
  customEmpty: null,
};
const EMPTY = {
  'GET /v1/events': createList('events', []),
  'GET /v1/notes': createList('notes', []),
  'GET /v1/calls': createList('calls', []),
  'GET /v1/textMessages': createList('textMessages', []),
  'GET /v1/tasks': createList('tasks', []),
  'GET /v1/deals': createList('deals', []),
  'GET /v1/pipelines': createList('pipelines', []),
  'GET /v1/actionPlansPeople': createList('actionPlansPeople', []),
  'GET /v1/actionPlans': createList('actionPlans', []),
  'GET /v1/customFields': createList('customFields', []),
};

describe('the page of a person', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, role?: 'Lender') => ({
    sent: fakeApi({ ...EMPTY, 'GET /v1/people/9': ELENA, ...answers }),
    ...show(<PersonPage />, { at: '/people/9', path: '/people/:id', role }),
  });
  const detail = async (name: string): Promise<string | null> => {
    await screen.findByRole('heading', { level: 1, name: 'Elena Soren' });
    return (await screen.findByText(name, { selector: 'dt' })).nextElementSibling!.textContent;
  };

  test('given contacts, then each is a link with its type', async () => {
    open();
    expect(await detail('Phone')).toBe('(312) 555-1204 (mobile)');
    expect(screen.getByRole('link', { name: '(312) 555-1204' }).getAttribute('href')).toBe('tel:(312) 555-1204');
    expect(screen.getByRole('link', { name: 'elena@example.com' }).getAttribute('href')).toBe(
      'mailto:elena@example.com',
    );
  });

  test('given a price, then its thousands are separated', async () => {
    open();
    expect(await detail('Price')).toBe('320,000');
  });

  test('given custom fields with values, then they are shown by their labels (U14)', async () => {
    open({
      'GET /v1/customFields': createList('customFields', [
        { id: 1, label: 'Financing', name: 'customFinancing' },
        { id: 2, label: 'Rooms', name: 'customRooms' },
        { id: 3, label: 'Empty one', name: 'customEmpty' },
      ]),
    });
    expect(await detail('Financing')).toBe('Cash');
    expect(await detail('Rooms')).toBe('4');
    expect(screen.queryByText('Empty one')).toBeNull();
  });

  test('given a deal, then its price, stage and day of closing are shown (U14)', async () => {
    const { sent } = open({
      'GET /v1/deals': createList('deals', [
        { id: 1, name: '104 Lake St', price: 400000, stageId: 6, projectedCloseDate: '2026-12-06' },
      ]),
      'GET /v1/pipelines': createList('pipelines', [{ id: 1, stages: [{ id: 6, name: 'Offer' }] }]),
    });
    const deals = within(await screen.findByRole('region', { name: 'Deals' }));
    await deals.findByText('400,000 · Offer · closes 2026-12-06');
    deals.getByText('104 Lake St');
    expect(sent.map(({ path }) => path)).toContain('/v1/deals?limit=25&personId=9');
  });

  test('given an applied plan, then its name and status are shown (U14)', async () => {
    open({
      'GET /v1/actionPlansPeople': createList('actionPlansPeople', [
        { id: 1, actionPlanId: 3, status: 'Running', created: '2020-03-01T10:00:00Z' },
      ]),
      'GET /v1/actionPlans': createList('actionPlans', [{ id: 3, name: 'First week' }]),
    });
    await screen.findByText('First week');
    screen.getByText(/^Running · started/);
  });

  test('given a lender, then deals and plans are not requested: the API refuses them', async () => {
    const { sent } = open({}, 'Lender');
    await detail('Phone');
    expect(sent.filter(({ path }) => /deals|actionPlan/.test(path))).toEqual([]);
  });

  test('given entries of several kinds, then the newest is first', async () => {
    open({
      'GET /v1/notes': createList('notes', [
        { id: 1, created: '2026-01-01T00:00:00Z', body: 'First note' },
        { id: 2, created: '2026-01-03T00:00:00Z', body: '<p>Last &amp; <b>best</b></p>', isHtml: true },
      ]),
      'GET /v1/calls': createList('calls', [
        { id: 1, created: '2026-01-02T00:00:00Z', isIncoming: true, outcome: 'Busy' },
      ]),
    });
    await screen.findByText('First note');
    const entries = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => /First note|Last & best|Call received/.exec(textContent)?.[0])).toEqual([
      'Last & best',
      'Call received',
      'First note',
    ]);
  });

  test('given a part with older pages, then entries of other parts wait until they are complete', async () => {
    open({
      'GET /v1/notes': createList('notes', [{ id: 1, created: '2026-01-03T00:00:00Z', body: 'New note' }], 'more'),
      'GET /v1/tasks': createList('tasks', [{ id: 1, created: '2026-01-01T00:00:00Z', name: 'Old task' }]),
    });
    await screen.findByText('New note');
    expect(screen.queryByText('Old task')).toBeNull();
    screen.getByRole('button', { name: 'Show older entries' });
  });

  test('given a colleague adds a note, then it appears without an action of the user (U7)', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    try {
      let notes: object[] = [];
      open({ 'GET /v1/notes': () => createList('notes', notes) });
      await act(() => jest.advanceTimersByTimeAsync(100));
      screen.getByText('No activity yet.');
      notes = [{ id: 1, created: '2026-01-03T00:00:00Z', body: 'From a colleague' }];
      await act(() => jest.advanceTimersByTimeAsync(LIVE_MS + 100));
      screen.getByText('From a colleague');
    } finally {
      jest.useRealTimers();
    }
  });

  test('given a note is added, then it is sent once and the field is empty', async () => {
    const { user, sent } = open({ 'POST /v1/notes': { id: 5 } });
    await user.type(await screen.findByLabelText('Add a note'), 'Likes gardens');
    await user.dblClick(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByText('Note added.');
    expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { personId: 9, body: 'Likes gardens' } },
    ]);
  });

  test('given a person that the user may not see, then the message of the API is shown', async () => {
    open({ 'GET /v1/people/9': refuse(404, 'NOT_FOUND', 'There is no person with this id.') });
    await screen.findByText('There is no person with this id.');
    screen.getByRole('link', { name: 'All people' });
  });
});
