import { screen, waitFor } from '@testing-library/react';
import { createDelayed, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import SignInPage from './sign-in-page';

const SESSION = { user: { id: 7 }, account: { id: 1 }, csrfToken: 'c' };

describe('the sign-in page', () => {
  const open = (answer: Parameters<typeof fakeApi>[0][string], at = '/sign-in') => ({
    sent: fakeApi({ 'POST /session': answer }),
    ...show(<SignInPage />, { at, path: '/sign-in' }),
  });
  const signIn = async ({ user }: ReturnType<typeof open>) => {
    await user.type(screen.getByLabelText(/^Email/), ' ada@example.com ');
    await user.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
  };

  test('given no email and password, then both fields say what to enter and nothing is sent', async () => {
    const { user, sent } = open(SESSION);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Enter your email address.');
    screen.getByText('Enter your password.');
    expect(sent).toEqual([]);
  });

  test('given the right password, then the requested page opens', async () => {
    const page = open(SESSION, `/sign-in?${new URLSearchParams({ next: '/console/settings?tab=2' })}`);
    await signIn(page);
    await waitFor(() => expect(page.address()).toBe('/settings?tab=2'));
    expect(page.sent).toMatchObject([{ body: { email: 'ada@example.com', password: 'secret' } }]);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'given the page %s of another server, then the first page opens',
    async (next) => {
      const page = open(SESSION, `/sign-in?${new URLSearchParams({ next })}`);
      await signIn(page);
      await waitFor(() => expect(page.address()).toBe('/today'));
    },
  );

  test('given a wrong password, then the page names the remedy and keeps the email', async () => {
    const page = open(refuse(401, 'UNAUTHENTICATED', 'Credentials are wrong.'));
    await signIn(page);
    await screen.findByText('Email and password do not match. Try again, or reset your password.');
    expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'ada@example.com');
  });

  test('given too many attempts, then the page says how long to wait', async () => {
    const page = open(
      Response.json(
        { errorCode: 'RATE_LIMITED', errorMessage: 'Slow down.' },
        { status: 429, headers: { 'retry-after': '30' } },
      ),
    );
    await signIn(page);
    await screen.findByText('Too many attempts. Wait 30 seconds, then try again.');
  });

  test('given a second factor, then the code is requested and sent with the password', async () => {
    const page = open(({ body }) =>
      (body as { code?: string }).code === undefined ? refuse(401, 'SECOND_FACTOR', 'Enter the code.') : SESSION,
    );
    await signIn(page);
    await page.user.type(await screen.findByLabelText(/^Code/), ' 123456 {Enter}');
    await waitFor(() => expect(page.address()).toBe('/today'));
    expect(page.sent.at(-1)).toMatchObject({ body: { password: 'secret', code: '123456' } });
  });

  test('given an email with two accounts, then the chosen one is sent', async () => {
    const accounts = [
      { id: 1, name: 'Harbor Lane Homes' },
      { id: 2, name: 'Lantern Homes' },
    ];
    const page = open(({ body }) =>
      (body as { accountId?: number }).accountId === undefined
        ? Response.json({ errorCode: 'CHOOSE_ACCOUNT', errorMessage: 'Choose.', accounts }, { status: 409 })
        : SESSION,
    );
    await signIn(page);
    await page.user.click(await screen.findByRole('button', { name: 'Lantern Homes' }));
    await waitFor(() => expect(page.address()).toBe('/today'));
    expect(page.sent.at(-1)).toMatchObject({ body: { accountId: 2 } });
  });

  test('given the form is sent twice by the Enter key, then one session is requested', async () => {
    const { answer, send } = createDelayed();
    const page = open(answer);
    await signIn(page);
    await page.user.keyboard('{Enter}');
    send(SESSION);
    await waitFor(() => expect(page.address()).toBe('/today'));
    expect(page.sent).toHaveLength(1);
  });
});
