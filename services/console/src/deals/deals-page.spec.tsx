import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import DealsPage from './deals-page';

const PIPELINES = createList('pipelines', [
  {
    id: 1,
    name: 'Buyers',
    stages: [
      { id: 6, name: 'Offer' },
      { id: 7, name: 'Closed' },
    ],
  },
  { id: 2, name: 'Sellers', stages: [{ id: 8, name: 'Listed' }] },
]);
const KELLER = { id: 3, name: '100 Lake St', price: 300000, stageId: 6, people: [{ id: 9, name: 'Keller' }] };

describe('the board of deals', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, at = '/deals', role?: 'Agent') => ({
    sent: fakeApi({
      'GET /v1/pipelines': PIPELINES,
      'GET /v1/deals': ({ path }) => createList('deals', /stageId=6/.test(decodeURIComponent(path)) ? [KELLER] : []),
      'GET /v1/people': createList('people', []),
      ...answers,
    }),
    ...show(<DealsPage />, { at, path: '/deals', role }),
  });
  const column = async (name: string) => within(await screen.findByRole('region', { name }));

  test('given a deal, then its card is in the column of its stage with number and sum', async () => {
    open();
    const offer = await column('Offer');
    await offer.findByRole('link', { name: '100 Lake St' });
    offer.getByText('Keller');
    offer.getByText('1 · 300K');
    expect((await column('Closed')).queryByText(/·/)).toBeNull();
  });

  test('given another pipeline is chosen, then its stages are shown and the address names it', async () => {
    const { user, address } = open();
    await screen.findByRole('option', { name: 'Sellers' });
    await user.selectOptions(screen.getByLabelText('Pipeline'), 'Sellers');
    await column('Listed');
    expect(address()).toBe('/deals?pipeline=2');
  });

  test('given only my deals are wanted, then the list is read for this user', async () => {
    const { sent, user } = open();
    await user.selectOptions(await screen.findByLabelText('Deals of'), 'Me');
    await waitFor(() => expect(sent.map(({ path }) => path)).toContainEqual(expect.stringContaining('userId=7')));
  });

  test('given an account without pipelines, then the owner gets the way to the first', async () => {
    open({ 'GET /v1/pipelines': createList('pipelines', []) });
    await screen.findByRole('link', { name: 'Create the first pipeline' });
  });

  test('given an account without pipelines, then an agent gets no button that can only fail', async () => {
    open({ 'GET /v1/pipelines': createList('pipelines', []) }, '/deals', 'Agent');
    await screen.findByText(/^No pipelines yet/);
    expect(screen.queryByRole('button', { name: 'Create deal' })).toBeNull();
    expect(screen.queryByLabelText('Pipeline')).toBeNull();
  });

  test('given an agent, then there is no button that only the owner may use', async () => {
    open({}, '/deals', 'Agent');
    await column('Offer');
    expect(screen.queryByRole('link', { name: 'Edit pipelines' })).toBeNull();
  });

  test('given a column, when a deal is created in it, then it has the stage of the column', async () => {
    const { user, sent, address } = open({ 'POST /v1/deals': { id: 12 } });
    await user.click(await screen.findByRole('button', { name: 'Create deal in Closed' }));
    await user.type(screen.getByLabelText('Name'), '7 Elm');
    await user.type(screen.getByLabelText('Price'), '250000');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create deal' }));
    await waitFor(() => expect(address()).toBe('/deals/12'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: '7 Elm',
      stageId: 7,
      price: 250000,
      userIds: [7],
    });
  });
});
