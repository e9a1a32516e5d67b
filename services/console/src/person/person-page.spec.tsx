import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { PERSON_ANSWERS } from '../../test/person-answers';
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
describe('the page of a person', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, role?: 'Lender') => ({
    sent: fakeApi({ ...PERSON_ANSWERS, 'GET /v1/people/9': ELENA, ...answers }),
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
    await deals.findByText(/^400,000 · Offer · closes Dec 6(, 2026)?$/);
    expect(deals.getByRole('link', { name: '104 Lake St' }).getAttribute('href')).toBe('/deals/1');
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

  test('given a lead on the timeline, then it links to its journey (D13.9)', async () => {
    open({
      'GET /v1/events': createList('events', [{ id: 31, type: 'Property Inquiry', created: '2026-03-01T10:00:00Z' }]),
    });
    const link = await screen.findByRole('link', { name: 'Journey of Property Inquiry' });
    expect(link.getAttribute('href')).toBe('/events/31/journey');
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
    expect(within(screen.getByRole('region', { name: 'Timeline' })).queryByText('Old task')).toBeNull();
    screen.getByRole('button', { name: 'Show older entries' });
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

  test('given an inquiry about a house, then its property is on a card', async () => {
    open({
      'GET /v1/events': createList('events', [
        {
          id: 1,
          created: '2026-01-01T00:00:00Z',
          type: 'Property Inquiry',
          source: 'HomeHarbor',
          property: {
            street: '4418 Bluebonnet Ln',
            price: 515000,
            bedrooms: '4',
            mlsNumber: '4481207',
            url: 'javascript:alert(1)',
          },
        },
      ]),
    });
    await screen.findByText('4418 Bluebonnet Ln');
    screen.getByText('515,000 · 4 bd · MLS 4481207');
    expect(screen.queryByRole('link', { name: '4418 Bluebonnet Ln' })).toBeNull();
  });

  test('given notes and calls, when "Talk" is chosen, then only calls and texts are shown', async () => {
    const { user } = open({
      'GET /v1/notes': createList('notes', [{ id: 1, created: '2026-01-01T00:00:00Z', body: 'First note' }]),
      'GET /v1/calls': createList('calls', [{ id: 1, created: '2026-01-02T00:00:00Z', note: 'About the garden' }]),
    });
    await screen.findByText('First note');
    await user.click(screen.getByRole('radio', { name: 'Talk' }));
    screen.getByText('About the garden');
    expect(screen.queryByText('First note')).toBeNull();
  });

  test('given a call was made, when it is logged, then two clicks and the text are enough', async () => {
    const { user, sent } = open({ 'POST /v1/calls': { id: 3 } });
    await user.click(await screen.findByRole('tab', { name: 'Call' }));
    await user.type(screen.getByLabelText('Notes of the call'), 'Left a message');
    await user.click(screen.getByRole('button', { name: 'Log call' }));
    await screen.findByText('Call logged.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      personId: 9,
      phone: '(312) 555-1204',
      isIncoming: false,
      note: 'Left a message',
      outcome: null,
    });
  });

  test('given a call is being logged, when the page is opened again, then the text is there (U6)', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('tab', { name: 'Call' }));
    await user.type(screen.getByLabelText('Notes of the call'), 'Likes gardens');
    cleanup();
    const again = open();
    await again.user.click(await screen.findByRole('tab', { name: 'Call' }));
    expect(screen.getByLabelText('Notes of the call')).toHaveProperty('value', 'Likes gardens');
  });

  test('given a text was received, when it is logged, then the numbers are on their sides', async () => {
    const { user, sent } = open({ 'POST /v1/textMessages': { id: 3 } });
    await user.click(await screen.findByRole('tab', { name: 'Text' }));
    await user.type(await screen.findByLabelText('Text message'), 'See you at 5');
    await user.click(screen.getByRole('radio', { name: 'Received' }));
    await user.click(screen.getByRole('button', { name: 'Log text' }));
    await screen.findByText('Text logged.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      isIncoming: true,
      fromNumber: '(312) 555-1204',
      toNumber: '555-0000',
    });
  });

  test('given an email was sent, when it is logged, then the addresses are on their sides', async () => {
    const { user, sent } = open({ 'POST /v1/emails': { id: 3 } });
    await user.click(await screen.findByRole('tab', { name: 'Email' }));
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'See you at 5');
    await user.click(screen.getByRole('button', { name: 'Log email' }));
    await screen.findByText('Email logged.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      personId: 9,
      subject: null,
      body: 'See you at 5',
      isIncoming: false,
      from: 'olive@example.com',
      to: 'elena@example.com',
    });
  });

  test('given the key k, then a task can be typed at once', async () => {
    const { user, sent } = open({ 'POST /v1/tasks': { id: 3 } });
    await screen.findByRole('heading', { level: 1, name: 'Elena Soren' });
    await user.keyboard('k');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Task' })));
    await user.keyboard('Call back');
    await user.click(screen.getByRole('button', { name: 'Add task' }));
    await screen.findByText('Task added.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ personId: 9, name: 'Call back' });
  });

  test('given a plan, when it is started, then it is applied to the person', async () => {
    const { user, sent } = open({
      'GET /v1/actionPlans': createList('actionPlans', [{ id: 3, name: 'First week' }]),
      'POST /v1/actionPlansPeople': { id: 1 },
    });
    await user.click(await screen.findByRole('button', { name: 'Start plan' }));
    await user.click(await screen.findByRole('menuitem', { name: 'First week' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ personId: 9, actionPlanId: 3 }),
    );
  });

  test('given a running plan, when it is paused, then only its status is sent', async () => {
    const { user, sent } = open({
      'GET /v1/actionPlansPeople': createList('actionPlansPeople', [{ id: 1, actionPlanId: 3, status: 'Running' }]),
      'GET /v1/actionPlans': createList('actionPlans', [{ id: 3, name: 'First week' }]),
      'PUT /v1/actionPlansPeople/1': { id: 1 },
    });
    await user.click(await screen.findByRole('button', { name: 'Pause First week' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'Paused' }));
  });

  test('given a person that the user may not see, then the message of the API is shown', async () => {
    open({ 'GET /v1/people/9': refuse(404, 'NOT_FOUND', 'There is no person with this id.') });
    await screen.findByText('There is no person with this id.');
    screen.getByRole('link', { name: 'All people' });
  });
});
