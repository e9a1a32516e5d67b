import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { createDelayed, createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import PeoplePage from './people-page';

const ADA = {
  id: 3,
  name: 'Ada Lovelace',
  stage: 'Lead',
  emails: [{ value: 'ada@example.com' }],
  phones: [{ value: '(312) 555-1204' }],
};
const STAGES = createList('stages', [
  { id: 1, name: 'Lead' },
  { id: 2, name: 'Hot Prospect' },
]);

describe('the list of people', () => {
  const open = (
    people: Parameters<typeof fakeApi>[0][string],
    place: Parameters<typeof show>[1] = {},
    answers: Parameters<typeof fakeApi>[0] = {},
  ) => {
    const sent = fakeApi({
      'GET /v1/people': people,
      'GET /v1/stages': STAGES,
      'GET /v1/smartLists': createList('smartLists', []),
      'GET /v1/users': createList('users', []),
      'GET /v1/ponds': createList('ponds', []),
      'GET /v1/timeframes': createList('timeframes', []),
      ...answers,
    });
    const opened = show(<PeoplePage />, { at: '/people', path: '/people', ...place });
    const lastQuery = () =>
      new URLSearchParams(
        sent
          .filter(({ path }) => /^\/v1\/people\?/.test(path))
          .at(-1)
          ?.path.split('?')[1],
      );
    return { sent, lastQuery, ...opened };
  };

  test('given an agent, who may not read ponds, then nothing requests them, and no filter has them', async () => {
    const { user, sent } = open(createList('people', [ADA]), { role: 'Agent' });
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await screen.findByRole('menuitem', { name: 'Stage' });
    expect(screen.queryByRole('menuitem', { name: 'Pond' })).toBeNull();
    expect(sent.filter(({ path }) => path.startsWith('/v1/ponds'))).toEqual([]);
  });

  test('given a broker, then people are filtered by pond', async () => {
    const { user, sent } = open(createList('people', [ADA]), { role: 'Broker' });
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await screen.findByRole('menuitem', { name: 'Pond' });
    expect(sent.some(({ path }) => path.startsWith('/v1/ponds'))).toBe(true);
  });

  test('given a person, when the list is read, then it shows the first email and phone', async () => {
    open(createList('people', [ADA]));
    const row = await screen.findByRole('row', { name: /Ada Lovelace/ });
    within(row).getByText('(312) 555-1204');
    expect(within(row).getByText('ada@example.com')).toHaveProperty('title', 'ada@example.com');
  });

  test('given a search, when it is typed, then the list is read with it and the address contains it', async () => {
    const { user, address, lastQuery } = open(createList('people', [ADA]));
    await screen.findByRole('link', { name: /Ada Lovelace/ });
    await user.type(screen.getByLabelText('Search'), ' ada ');
    await waitFor(() => expect(address()).toBe('/people?q=ada'));
    await waitFor(() => expect(lastQuery().get('q')).toBe('ada'));
  });

  test('given two filters, when the user goes back, then only the last is undone (U11)', async () => {
    const { user, address, goBack } = open(createList('people', [ADA]));
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Stage' }));
    await user.selectOptions(await screen.findByLabelText('Stage'), 'Hot Prospect');
    await user.click(await screen.findByRole('button', { name: 'Price' }));
    expect(address()).toBe('/people?stage=Hot+Prospect&sort=price');
    await goBack();
    expect(address()).toBe('/people?stage=Hot+Prospect');
  });

  test('given a filter in the address, then it is a chip, and its cross removes it', async () => {
    const { user, address } = open(createList('people', []), { at: '/people?stage=Former&priceAbove=100' });
    await screen.findByText('No people match. Change the search or the filters.');
    screen.getByText('Price above: 100');
    await user.click(screen.getByRole('button', { name: 'Remove filter Stage: Former' }));
    expect(address()).toBe('/people?priceAbove=100');
  });

  test('given a title that sorts, when it is clicked again, then the order is reversed and announced', async () => {
    const { user, address } = open(createList('people', [ADA]));
    await user.click(await screen.findByRole('button', { name: 'Name' }));
    await user.click(await screen.findByRole('button', { name: /^Name/ }));
    expect(address()).toBe('/people?sort=-name');
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending');
  });

  test('given filters, when they are saved, then the list has them and is opened', async () => {
    const { user, sent, address } = open(
      createList('people', [ADA]),
      { at: '/people?q=ada&stage=Lead&sort=name' },
      { 'POST /v1/smartLists': { id: 5 } },
    );
    await user.click(await screen.findByRole('button', { name: 'All people' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save these filters as a list' }));
    await user.type(await screen.findByLabelText('Name'), 'Ada and leads');
    await user.click(screen.getByRole('button', { name: 'Save list' }));
    await waitFor(() => expect(address()).toBe('/people?smartListId=5'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Ada and leads',
      filters: { q: 'ada', stage: ['Lead'] },
      sort: 'name',
    });
  });

  const LIST = { id: 5, name: 'Hot ones' };
  const openList = (answers: Parameters<typeof fakeApi>[0] = {}) =>
    open(
      createList('people', [ADA]),
      { at: '/people?smartListId=5' },
      {
        'GET /v1/smartLists': createList('smartLists', [LIST]),
        'GET /v1/smartLists/5': { ...LIST, filters: { stage: ['Lead'], priceAbove: 100 }, sort: 'name' },
        'PUT /v1/smartLists/5': LIST,
        ...answers,
      },
    );
  const choose = async ({ user }: ReturnType<typeof open>, menu: string, item: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: menu }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('given a saved list, when it is renamed, then only its name is sent', async () => {
    const opened = openList();
    await choose(opened, 'Hot ones', 'Rename “Hot ones”');
    await opened.user.clear(await screen.findByLabelText('Name'));
    await opened.user.type(screen.getByLabelText('Name'), 'Warm ones');
    await opened.user.click(screen.getByRole('button', { name: 'Rename list' }));
    await waitFor(() =>
      expect(opened.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Warm ones' }),
    );
  });

  test('given a saved list, when its filters are changed, then they are chips that can replace its own', async () => {
    const opened = openList();
    await choose(opened, 'Hot ones', 'Change the filters of “Hot ones”');
    await waitFor(() => expect(opened.address()).toBe('/people?stage=Lead&priceAbove=100&sort=name'));
    await opened.user.click(await screen.findByRole('button', { name: 'Remove filter Price above: 100' }));
    await choose(opened, 'All people', 'Save these filters as a list');
    await opened.user.selectOptions(await screen.findByLabelText('List'), 'Hot ones');
    await opened.user.click(screen.getByRole('button', { name: 'Save list' }));
    await waitFor(() => expect(opened.address()).toBe('/people?smartListId=5'));
    expect(opened.sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      filters: { stage: ['Lead'] },
      sort: 'name',
    });
  });

  test('given a saved list with a condition that has no chip, then its filters stay as they are', async () => {
    const opened = openList({ 'GET /v1/smartLists/5': { ...LIST, filters: { customPets: 'Cat' } } });
    await choose(opened, 'Hot ones', 'Change the filters of “Hot ones”');
    await screen.findByText('This page cannot show some conditions of the list: customPets.');
    expect(opened.address()).toBe('/people?smartListId=5');
  });

  test('given a saved list, when it is opened, then the API selects its people', async () => {
    const { user, lastQuery } = open(
      createList('people', [ADA]),
      {},
      { 'GET /v1/smartLists': createList('smartLists', [{ id: 5, name: 'Hot ones' }]) },
    );
    await user.click(await screen.findByRole('button', { name: 'All people' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hot ones' }));
    await waitFor(() => expect(lastQuery().get('smartListId')).toBe('5'));
  });

  test('given a column is hidden, when the list is opened again, then it stays hidden', async () => {
    const { user } = open(createList('people', [ADA]));
    await user.click(await screen.findByRole('button', { name: 'Columns, export, import' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Source' }));
    cleanup();
    open(createList('people', [ADA]));
    await screen.findByRole('columnheader', { name: 'Stage' });
    expect(screen.queryByRole('columnheader', { name: 'Source' })).toBeNull();
  });

  test('given selected people, when their stage is changed, then each is changed, and all can be undone', async () => {
    const grace = { id: 4, name: 'Grace Hopper', stage: 'Closed' };
    const { user, sent } = open(
      createList('people', [ADA, grace]),
      {},
      { 'PUT /v1/people/3': ADA, 'PUT /v1/people/4': grace },
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
    await user.click(await screen.findByRole('button', { name: 'Change stage' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hot Prospect' }));
    await screen.findByText('Stage is now Hot Prospect: 2 people.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
      ['/v1/people/3', { stage: 'Hot Prospect' }],
      ['/v1/people/4', { stage: 'Hot Prospect' }],
      ['/v1/people/3', { stage: 'Lead' }],
      ['/v1/people/4', { stage: 'Closed' }],
    ]);
  });

  test('given the API refuses one of two, then the result names how many and why', async () => {
    const { user } = open(
      createList('people', [ADA, { id: 4, name: 'Grace Hopper' }]),
      {},
      { 'PUT /v1/people/3': ADA, 'PUT /v1/people/4': refuse(403, 'FORBIDDEN', 'Not your person.') },
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
    await user.click(await screen.findByRole('button', { name: 'Add tag' }));
    await user.type(await screen.findByLabelText('Tag'), 'VIP{Enter}');
    await screen.findByText('Tagged “VIP”: 1 person. Not changed: 1 person. Not your person.');
  });

  test('given an empty account, then an owner sees the first steps (U18)', async () => {
    open(createList('people', []));
    await screen.findByRole('link', { name: 'Create an API key' });
    screen.getByRole('link', { name: 'Invite your team' });
  });

  test('given no people, then an agent reads where they come from, without the steps of an owner', async () => {
    open(createList('people', []), { role: 'Agent' });
    await screen.findByText('No people yet. Leads that are assigned to you appear here.');
    expect(screen.queryByRole('link', { name: /API key|Import/ })).toBeNull();
  });

  test('given a list that fails, when the user tries again, then it is shown', async () => {
    let tries = 0;
    const { user } = open(() =>
      tries++ === 0 ? refuse(503, 'UNAVAILABLE', 'Not now. Try again.') : createList('people', [ADA]),
    );
    await screen.findByText('Not now. Try again.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: /Ada Lovelace/ });
  });

  test('given a request that is refused, then no retry is offered: it would be refused again', async () => {
    open(refuse(403, 'FORBIDDEN', 'Your role may not read people.'));
    await screen.findByText('Your role may not read people.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('given a slow list, then the page says that it is loading', async () => {
    const { answer, send } = createDelayed();
    open(answer);
    await screen.findByRole('status', { name: 'Loading People' });
    send(createList('people', [ADA]));
    await screen.findByRole('link', { name: /Ada Lovelace/ });
    expect(screen.queryByRole('status', { name: 'Loading People' })).toBeNull();
  });

  test('given more people than a page, when more are requested, then they follow the first', async () => {
    const { user } = open(({ path }) =>
      path.includes('next=abc')
        ? createList('people', [{ id: 4, name: 'Grace Hopper' }])
        : createList('people', [ADA], 'abc'),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: /Grace Hopper/ });
    screen.getByRole('link', { name: /Ada Lovelace/ });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
