import { cleanup, screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { ConsoleLayout } from './console-layout';

const createSession = (role: string) => ({
  user: { id: 7, name: 'Ana Agent', email: 'ana@example.com', role, emailConfirmed: true },
  account: { id: 1, name: 'Harbor Lane Homes' },
  csrfToken: 'token',
});

describe('the frame of the pages', () => {
  const open = (role: string, at: string, answers: Parameters<typeof fakeApi>[0] = {}) => {
    fakeApi({
      'GET /session': createSession(role),
      'GET /v1/notifications': createList('notifications', []),
      'GET /v1/people/unclaimed': createList('people', []),
      ...answers,
    });
    return show(<ConsoleLayout />, { at });
  };

  test.each([
    ['Agent', '/webhooks/4', 'the owner'],
    ['Broker', '/systems', 'the owner'],
    ['Lender', '/oauth-apps', 'the owner'],
    ['Broker', '/published-apps', 'the owner'],
    ['Agent', '/people/import', 'the owner and brokers'],
    ['Lender', '/deals', 'the owner, brokers and agents'],
  ])('given the role %s at %s, then the page says that only %s may open it (U16)', async (role, at, who) => {
    open(role, at);
    await screen.findByRole('heading', { level: 1, name: 'You cannot open this page' });
    screen.getByText(new RegExp(`^Only ${who} of Harbor Lane Homes can open it\\.`));
    screen.getByRole('link', { name: 'Go to today’s work' });
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
    await screen.findAllByRole('link', { name: 'People' });
    expect(screen.queryByRole('link', { name: /Webhooks|Systems|OAuth apps|Published apps/ })).toBeNull();
  });

  test('given a user, when the account menu is opened, then it names user, role and account (U23)', async () => {
    const { user } = open('Agent', '/people');
    await user.click(await screen.findByRole('button', { name: 'Account of Ana Agent' }));
    await screen.findByText('Agent, Harbor Lane Homes');
    screen.getByRole('menuitem', { name: 'Signed-in devices' });
  });

  test('given dark colors are chosen, then the page has them, and no <style> element is written', async () => {
    const { user } = open('Agent', '/people');
    await user.click(await screen.findByRole('button', { name: 'Account of Ana Agent' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /^Dark/ }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    expect(document.querySelector('style[data-mantine-styles=inline]')).toBeNull();
  });

  test('given the menu is narrowed, when the console is opened again, then it is narrow', async () => {
    const { user } = open('Agent', '/people');
    await user.click(await screen.findByRole('button', { name: 'Only icons' }));
    cleanup();
    open('Agent', '/people');
    expect((await screen.findByRole('button', { name: 'Only icons' })).getAttribute('aria-pressed')).toBe('true');
  });

  test('given leads to claim, then the menu counts them', async () => {
    open('Agent', '/people', { 'GET /v1/people/unclaimed': createList('people', [{ id: 1 }, { id: 2 }]) });
    await screen.findAllByRole('link', { name: /^Unclaimed.*2 to claim/ });
  });
});
