import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import ChoosePasswordPage from './choose-password-page';

const PASSWORD = 'correct horse battery';

describe('the page of a link that sets a password', () => {
  const open = (at: string, answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi(answers),
    ...show(<ChoosePasswordPage />, { at, path: at.split('?')[0]! }),
  });
  const fill = async ({ user }: ReturnType<typeof open>, repeated = PASSWORD) => {
    await user.type(screen.getByLabelText(/^Password/), PASSWORD);
    await user.type(screen.getByLabelText(/^Repeat password/), repeated);
  };

  test.each(['/invitation', '/confirm-sign-up', '/new-password'])(
    'given %s without its token, then a heading says that the link does not work (U25)',
    (at) => {
      open(at);
      screen.getByRole('heading', { level: 1, name: 'This link does not work' });
      screen.getByText(/A part of the link is missing/);
      expect(screen.queryByRole('button')).toBeNull();
    },
  );

  test('given two different passwords, then nothing is sent', async () => {
    const page = open('/confirm-sign-up?token=t');
    await fill(page, 'something else');
    await page.user.click(screen.getByRole('button', { name: 'Create account' }));
    await screen.findByText('The two passwords differ. Enter the same password twice.');
    expect(page.sent).toEqual([]);
  });

  test('given an invitation, then the page names the account, the user who invites and the email (U23)', async () => {
    const invitation = { accountName: 'Harbor Lane Homes', invitedBy: 'Olive Owner', email: 'ann@example.com' };
    open('/invitation?token=t', { 'POST /session/readInvitation': invitation });
    await screen.findByText(/^Olive Owner invites you to Harbor Lane Homes\. .* as ann@example\.com\.$/);
  });

  test('given an invitation of an unknown user, then the page names the account', async () => {
    const invitation = { accountName: 'Harbor Lane Homes', invitedBy: '', email: 'ann@example.com' };
    open('/invitation?token=t', { 'POST /session/readInvitation': invitation });
    await screen.findByText(/^You are invited to Harbor Lane Homes\./);
  });

  test('given an invitation that was used, then the page says so before a password is typed', async () => {
    open('/invitation?token=t', { 'POST /session/readInvitation': refuse(404, 'NOT_FOUND', 'token not found') });
    await screen.findByText(/^This link was used already or has expired\. .* ask your team for a new invitation\.$/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('given a link that was used, then the page says what to do', async () => {
    const page = open('/new-password?token=t', {
      'POST /session/newPassword': refuse(404, 'NOT_FOUND', 'token not found'),
    });
    await fill(page);
    await page.user.click(screen.getByRole('button', { name: 'Set password' }));
    await screen.findByText(/^This link was used already or has expired\. If you chose a password with it, sign in\./);
    screen.getByRole('heading', { level: 1, name: 'This link does not work' });
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
  });

  test('given a new account, then its owner gets the time zone of the browser', async () => {
    const page = open('/confirm-sign-up?token=t', {
      'POST /session/confirmSignUp': { user: { id: 1, role: 'Owner' }, csrfToken: 'c' },
      'PUT /v1/users/1': { id: 1 },
    });
    await fill(page);
    await page.user.click(screen.getByRole('button', { name: 'Create account' }));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await waitFor(() =>
      expect(page.sent).toContainEqual(
        expect.objectContaining({ method: 'PUT', path: '/v1/users/1', body: { timezone: timeZone } }),
      ),
    );
  });

  test('given keys that should end, then they are named in the request', async () => {
    const page = open('/new-password?token=t', { 'POST /session/newPassword': { signInNeeded: true } });
    await fill(page);
    await page.user.click(screen.getByLabelText('End my API keys'));
    await page.user.click(screen.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(page.sent).toMatchObject([{ body: { token: 't', revoke: ['keys'] } }]));
  });
});
