import { screen, within } from '@testing-library/react';
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
  const open = (people: Parameters<typeof fakeApi>[0][string], place: Parameters<typeof show>[1] = {}) => {
    const sent = fakeApi({ 'GET /v1/people': people, 'GET /v1/stages': STAGES });
    const shown = show(<PeoplePage />, { at: '/people', path: '/people', ...place });
    const lastQuery = () =>
      new URLSearchParams(
        sent
          .filter(({ path }) => /^\/v1\/people/.test(path))
          .at(-1)
          ?.path.split('?')[1],
      );
    return { sent, lastQuery, ...shown };
  };

  test('given a person, when the list is read, then it shows the first email and phone', async () => {
    open(createList('people', [ADA]));
    const row = await screen.findByRole('row', { name: /Ada Lovelace/ });
    within(row).getByText('(312) 555-1204');
    expect(within(row).getByText('ada@example.com')).toHaveProperty('title', 'ada@example.com');
  });

  test('given a search, when it is submitted, then the list is read with it and the address contains it', async () => {
    const { user, address, lastQuery } = open(createList('people', [ADA]));
    await screen.findByRole('link', { name: 'Ada Lovelace' });
    await user.type(screen.getByLabelText('Search'), ' ada {Enter}');
    expect(address()).toBe('/people?q=ada');
    await screen.findByRole('link', { name: 'Ada Lovelace' });
    expect(lastQuery().get('q')).toBe('ada');
  });

  test('given two filters, when the user goes back, then only the last is undone (U11)', async () => {
    const { user, address, goBack } = open(createList('people', [ADA]));
    await screen.findByRole('option', { name: 'Hot Prospect' });
    await user.selectOptions(screen.getByLabelText('Stage'), 'Hot Prospect');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Name');
    expect(address()).toBe('/people?stage=Hot+Prospect&sort=name');
    await goBack();
    expect(address()).toBe('/people?stage=Hot+Prospect');
  });

  test('given the search that is shown, when it is submitted again, then going back leaves it only once', async () => {
    const { user, address, goBack } = open(createList('people', [ADA]));
    await user.type(screen.getByLabelText('Search'), 'ada{Enter}{Enter}');
    await goBack();
    expect(address()).toBe('/people');
  });

  test('given an address with a stage that is not in the list of stages, then the stage is selected', async () => {
    open(createList('people', []), { at: '/people?stage=Former' });
    await screen.findByText('No people match. Change the search or the stage.');
    expect(screen.getByLabelText('Stage')).toHaveProperty('value', 'Former');
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
    await screen.findByRole('link', { name: 'Ada Lovelace' });
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
    await screen.findByRole('link', { name: 'Ada Lovelace' });
    expect(screen.queryByRole('status', { name: 'Loading People' })).toBeNull();
  });

  test('given more people than a page, when more are requested, then they follow the first', async () => {
    const { user } = open(({ path }) =>
      path.includes('next=abc')
        ? createList('people', [{ id: 4, name: 'Grace Hopper' }])
        : createList('people', [ADA], 'abc'),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: 'Grace Hopper' });
    screen.getByRole('link', { name: 'Ada Lovelace' });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
