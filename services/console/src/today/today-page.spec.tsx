import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { now } from '../components/current-time';
import { browserZone, shiftDay } from '../appointments/zoned-time';
import { toDay } from '../tasks/due-day';
import TodayPage from './today-page';

const LEAD = {
  id: 176,
  name: 'Dora Engel',
  source: 'HomeHarbor',
  price: 515000,
  created: new Date(now() - 120_000).toISOString(),
  offeredUntil: new Date(now() + 27 * 60_000).toISOString(),
};
const inDays = (days: number): string => shiftDay(toDay(new Date(now()), browserZone()), days);
const EMPTY = {
  'GET /v1/people': createList('people', []),
  'GET /v1/people/unclaimed': createList('people', []),
  'GET /v1/tasks': createList('tasks', []),
  'GET /v1/deals': createList('deals', []),
  'GET /v1/pipelines': createList('pipelines', []),
};

describe('Today', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, role?: 'Agent' | 'Lender') => ({
    sent: fakeApi({ ...EMPTY, ...answers }),
    ...show(<TodayPage />, { at: '/today', path: '/today', role }),
  });
  const card = async (name: string) => within(await screen.findByRole('region', { name }));

  test('given an offered lead, then the card has source, price and the remaining time', async () => {
    open({ 'GET /v1/people/unclaimed': createList('people', [LEAD]) });
    const unclaimed = await card('Unclaimed');
    await unclaimed.findByText('Dora Engel');
    unclaimed.getByText(/515,000 · HomeHarbor/);
    unclaimed.getByText(/^2[67]:\d\d left$/);
  });

  test('given an offered lead, when it is claimed, then its person opens', async () => {
    const { user, sent, address } = open({
      'GET /v1/people/unclaimed': createList('people', [LEAD]),
      'POST /v1/people/claim': { id: 176 },
    });
    await user.click(await screen.findByRole('button', { name: 'Claim Dora Engel' }));
    await waitFor(() => expect(address()).toBe('/people/176'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ personId: 176 });
  });

  test('given an offered lead, when it is declined, then it is no longer offered', async () => {
    const { user, sent } = open({
      'GET /v1/people/unclaimed': createList('people', [LEAD]),
      'POST /v1/people/ignoreUnclaimed': new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Not for me Dora Engel' }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/v1/people/ignoreUnclaimed'));
  });

  test('given overdue tasks, then these are shown first', async () => {
    open({
      'GET /v1/tasks': ({ path }) =>
        path.includes('due=overdue')
          ? createList('tasks', [{ id: 1, name: 'Late call', dueDate: '2020-01-01', isCompleted: 0 }])
          : createList('tasks', []),
    });
    const tasks = await card('Tasks');
    await tasks.findByText('Late call');
    expect((tasks.getByRole('radio', { name: 'Overdue' }) as HTMLInputElement).checked).toBe(true);
    await screen.findByText('1 overdue');
  });

  test('given people without an answer, then the phone of each is one tap away', async () => {
    open({
      'GET /v1/people': ({ path }) =>
        path.includes('contacted=false')
          ? createList('people', [
              { id: 4, name: 'Wanda Pryce', phones: [{ value: '555-0100' }], created: LEAD.created },
            ])
          : createList('people', [{ id: 4 }]),
    });
    const call = await screen.findByRole('link', { name: 'Call Wanda Pryce' });
    expect(call.getAttribute('href')).toBe('tel:555-0100');
  });

  test('given deals, then those that close within 14 days are shown by day with their sum', async () => {
    open({
      'GET /v1/deals': createList('deals', [
        { id: 1, name: 'Later', price: 1, projectedCloseDate: inDays(15) },
        { id: 2, name: 'Second', price: 400000, stageId: 6, projectedCloseDate: inDays(14) },
        { id: 3, name: 'First', price: 300000, projectedCloseDate: inDays(1) },
        { id: 4, name: 'Without day', price: 5 },
      ]),
      'GET /v1/pipelines': createList('pipelines', [{ id: 1, stages: [{ id: 6, name: 'Offer' }] }]),
    });
    const deals = await card('Deals closing in 14 days');
    await deals.findByText('First');
    expect(deals.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['First', 'Second']);
    deals.getByText('700K');
  });

  test('given a lender, then deals are not requested: the API refuses them', async () => {
    const { sent } = open({}, 'Lender');
    await card('Tasks');
    expect(sent.filter(({ path }) => path.startsWith('/v1/deals'))).toEqual([]);
  });

  test('given an empty account, then an owner sees the first steps (U18)', async () => {
    open({
      'GET /v1/receivedLeads': createList('receivedLeads', []),
      'GET /v1/users': createList('users', [{ id: 7 }]),
      'GET /v1/leadFlows': createList('leadFlows', []),
    });
    const steps = await card('Set up your account');
    steps.getByRole('link', { name: 'Invite users' });
  });
});
