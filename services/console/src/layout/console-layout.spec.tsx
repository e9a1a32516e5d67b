import { screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { ConsoleLayout } from './console-layout';

const createSession = (role: string) => ({
  user: { id: 7, name: 'Ana Agent', email: 'ana@example.com', role, emailConfirmed: true },
  account: { id: 1, name: 'Harbor Lane Homes' },
  csrfToken: 'token',
});

describe('the frame of the pages', () => {
  const open = (role: string, at: string) => {
    fakeApi({ 'GET /session': createSession(role), 'GET /v1/notifications': createList('notifications', []) });
    return show(<ConsoleLayout />, { at });
  };

  test.each([
    ['Agent', '/webhooks/4', 'the owner'],
    ['Broker', '/systems', 'the owner'],
    ['Lender', '/oauth-apps', 'the owner'],
    ['Broker', '/published-apps', 'the owner'],
    ['Agent', '/people/import', 'an owner or a broker'],
  ])('given the role %s at %s, then the page says that only %s may open it (U16)', async (role, at, who) => {
    open(role, at);
    await screen.findByRole('heading', { level: 1, name: 'You cannot open this page' });
    screen.getByText(new RegExp(`^Only ${who} of Harbor Lane Homes can open it\\.`));
  });

  test.each([
    ['Owner', '/webhooks'],
    ['Broker', '/people/import'],
    ['Agent', '/people/4'],
  ])('given the role %s at %s, then the page opens', async (role, at) => {
    open(role, at);
    await screen.findByRole('navigation', { name: 'Pages' });
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  test('given an agent, then the menu has no page of the owner', async () => {
    open('Agent', '/people');
    await screen.findByRole('link', { name: 'People' });
    expect(screen.queryByRole('link', { name: /Webhooks|Systems|OAuth apps|Published apps/ })).toBeNull();
  });

  test('given a user, then the header names the user and the account (U23)', async () => {
    open('Agent', '/people');
    await screen.findByRole('link', { name: 'Ana Agent' });
    screen.getByText('Harbor Lane Homes');
  });
});
