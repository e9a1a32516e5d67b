import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { FirstRun } from './first-run';

const count = (collection: string, total: number): object => ({
  ...createList(collection, []),
  _metadata: { collection, total, limit: 1, offset: 0, next: null },
});
const NEW_ACCOUNT = {
  'GET /v1/receivedLeads': count('receivedLeads', 0),
  'GET /v1/users': count('users', 1),
  'GET /v1/leadFlows': count('leadFlows', 0),
  'GET /v1/people': count('people', 0),
};

describe('the first run of an account', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, role?: 'Agent') => ({
    sent: fakeApi({ ...NEW_ACCOUNT, ...answers }),
    ...show(<FirstRun />, { role }),
  });
  const findSetup = async () => within(await screen.findByRole('region', { name: 'Set up your account' }));

  test('given a new account, then the steps lead to a key, the team and lead flow', async () => {
    open();
    const setup = await findSetup();
    setup.getByText('0 of 3 steps are done.');
    expect(setup.getByRole('link', { name: 'Create an API key' }).getAttribute('href')).toBe('/api-keys');
    expect(setup.getByRole('link', { name: 'Invite users' }).getAttribute('href')).toBe('/users');
    expect(setup.getByRole('link', { name: 'Open lead flow' }).getAttribute('href')).toBe('/settings/lead-flow');
  });

  test('given an invited user and a lead, then these steps are done', async () => {
    open({
      'GET /v1/users': count('users', 2),
      'GET /v1/receivedLeads': ({ path }) => count('receivedLeads', path.includes('Sample') ? 0 : 1),
    });
    const setup = await findSetup();
    setup.getByText('2 of 3 steps are done.');
    setup.getByRole('heading', { name: 'Invite your team (done)' });
  });

  test('given only sample leads, then no source is connected', async () => {
    open({ 'GET /v1/receivedLeads': count('receivedLeads', 5), 'GET /v1/people': count('people', 5) });
    (await findSetup()).getByText('0 of 3 steps are done.');
  });

  test('when sample leads are added, then five leads with the tag are sent for the user', async () => {
    const { user, sent } = open({ 'POST /v1/events': { id: 1 } });
    await user.click(await screen.findByRole('button', { name: 'Add sample leads' }));
    await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(5));
    for (const { body } of sent.filter(({ method }) => method === 'POST'))
      expect(body).toMatchObject({ source: 'Sample', person: { tags: ['Sample'], assignedUserId: 7 } });
  });

  test('given sample people, when they are removed, then each is deleted', async () => {
    const people = [{ id: 11 }, { id: 12 }];
    const { user, sent } = open({
      'GET /v1/people': createList('people', people),
      'DELETE /v1/people/11': new Response(null, { status: 204 }),
      'DELETE /v1/people/12': new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove sample leads' }));
    await waitFor(() => expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2));
  });

  test('when it is hidden, then it stays hidden for the user', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Hide the setup' }));
    expect(screen.queryByRole('region', { name: 'Set up your account' })).toBeNull();
    expect(Object.keys(window.localStorage)).toContain('first-run-hidden-1-7');
  });

  test('given all steps are done, then nothing is shown', async () => {
    const { sent } = open({
      'GET /v1/users': count('users', 2),
      'GET /v1/leadFlows': count('leadFlows', 1),
      'GET /v1/receivedLeads': ({ path }) => count('receivedLeads', path.includes('Sample') ? 0 : 1),
    });
    await waitFor(() => expect(sent).toHaveLength(5));
    expect(screen.queryByRole('region', { name: 'Set up your account' })).toBeNull();
  });

  test('given an agent, then nothing is read or shown', () => {
    const { sent } = open({}, 'Agent');
    expect(sent).toEqual([]);
  });
});
