import type { Actor } from '@porchlight/access';
import { Change, User, users as usersDescriptor } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { DAY_MS } from '@porchlight/runtime';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { startAuthService } from '../../test/auth-service';
import { openEmailSuite, PASSWORD, SQUATTER } from '../../test/email-suite';

const { clock, of, sessions, place, signIn, mailsTo, tokenIn, newConfirmed, squat, unique, mailedToken, signUpByMail } =
  openEmailSuite();

const principalOf = async (token: string) => (await sessions().verifySession({ token }, of().operator)).principal!;
const resend = (token: string) => sessions().requestEmailConfirmation({ token }, of().operator);
const confirm = (token: string) => sessions().confirmEmail({ token }, of().operator);
const invite = async (email: string) => {
  const { principal } = await of().signUp(unique());
  const owner: Actor = { accountId: principal!.accountId, userId: principal!.userId, role: 'Owner' };
  return of().as(owner).users.create({ firstName: 'Ivy', lastName: 'I', email, role: 'Agent' });
};
const accept = (token: string) =>
  sessions().acceptInvitation({ token, password: PASSWORD, place: place() }, of().operator);
const reset = (email: string) => sessions().resetPassword({ email, address: '192.0.2.1', device: '' }, of().operator);

describe('N2 a confirmed email', () => {
  it('given the link in the response to an invitation, then its user signs in unconfirmed, without a device', async () => {
    const { principal, device } = await squat(unique());
    expect(principal!.emailConfirmed).toBe(false);
    expect(device).toBe('');
  });

  it('given the mailed link of an invitation, then the email is confirmed', async () => {
    const email = unique();
    await invite(email);
    const { principal, device } = (await accept(await mailedToken(email, 'invitation'))).signedIn!;
    expect(principal!.emailConfirmed).toBe(true);
    expect(device).toMatch(/^[\w-]{22}\.\d+\.\d+\.[0-9a-f]{64}$/);
  });

  it('given the mailed link of a sign-up, then the email is confirmed', async () => {
    const email = unique();
    expect((await signUpByMail(email)).principal!.emailConfirmed).toBe(true);
  });

  it('given the mailed link of a password reset, then the email of that user is confirmed and of no other', async () => {
    const email = unique();
    const { principal: other } = await squat(email);
    const { principal } = await of().signUp(email);
    await reset(email);
    const { text } = await eventually(() => {
      const mail = mailsTo(email).find(({ subject }) => subject === 'Choose a new password');
      expect(mail).toBeDefined();
      return mail!;
    });
    const tokens = [...text.matchAll(/new-password\?token=([\w-]{43})/g)].map(([, token]) => token!);
    expect(tokens).toHaveLength(2);
    const chosen = await sessions().choosePassword(
      { token: tokens[1]!, password: PASSWORD, revoke: [], place: place() },
      of().operator,
    );
    expect(chosen.signedIn!.principal).toMatchObject({ accountId: principal!.accountId, emailConfirmed: true });
    const { signedIn } = await signIn(email, SQUATTER, { accountId: other!.accountId });
    expect(signedIn!.principal!.emailConfirmed).toBe(false);
  });

  it('given the link of an operator, then the email is not confirmed and a link is mailed at once', async () => {
    const email = unique();
    const { principal } = await of().signUp(email);
    expect(principal!.emailConfirmed).toBe(false);
    await mailedToken(email, 'confirm-email');
  });

  it('given an unconfirmed user of an earlier version, when the user signs in, then a link is mailed once a day', async () => {
    const { accounts, operator } = of();
    const email = unique();
    const owner = { name: 'A', domain: '', firstName: 'O', lastName: '', email, password: PASSWORD };
    await accounts.createAccount(owner, operator);
    for (const _time of [1, 2, 3]) await signIn(email);
    await mailedToken(email, 'confirm-email');
    expect(mailsTo(email)).toHaveLength(1);
    clock.advance(DAY_MS);
    await signIn(email);
    await eventually(() => expect(mailsTo(email)).toHaveLength(2));
  });

  it('given the mailed link, when it is confirmed, then the next sign-in has a device and the link is used up', async () => {
    const email = unique();
    const { token } = await of().signUp(email);
    const link = await mailedToken(email, 'confirm-email');
    expect(await confirm(link)).toEqual({ email });
    expect((await principalOf(token)).emailConfirmed).toBe(true);
    await expectRefusal(confirm(link), 'NOT_FOUND');
    expect((await signIn(email)).signedIn!.device).not.toBe('');
  });

  it('given two users of one email, when one confirms, then the other stays unconfirmed', async () => {
    const email = unique();
    const { token } = await squat(email);
    await newConfirmed(email);
    expect((await principalOf(token)).emailConfirmed).toBe(false);
  });

  it('given a link of another purpose or an expired one, then it confirms nothing', async () => {
    const email = unique();
    const invited = await invite(email);
    await expectRefusal(confirm(tokenIn(invited['invitationUrl'])), 'NOT_FOUND');
    const { token } = await of().signUp(email);
    const link = await mailedToken(email, 'confirm-email');
    clock.advance(DAY_MS);
    await expectRefusal(confirm(link), 'NOT_FOUND');
    await expectRefusal(resend(token), 'UNAUTHENTICATED');
  });

  it('given a request for another link, then it is mailed up to the limit of the user', async () => {
    const email = unique();
    const { token } = await of().signUp(email);
    const { value: limit } = LIMITS.confirmationMailsPerUser;
    for (let sent = 1; sent < limit; sent++) await resend(token);
    await expectRefusal(resend(token), 'RATE_LIMITED');
    await eventually(() => expect(mailsTo(email)).toHaveLength(limit));
  });

  it('given many users of one email, then the limit of its mailbox holds for all of them', async () => {
    const email = unique();
    const { value: limit } = LIMITS.confirmationMailsPerMailbox;
    const { token } = await squat(email);
    for (let nth = 0; nth < limit; nth++) await squat(email);
    await expectRefusal(resend(token), 'RATE_LIMITED');
    await eventually(() =>
      expect(mailsTo(email).filter(({ subject }) => subject === 'Confirm your email address')).toHaveLength(limit),
    );
  });

  it('given a confirmed email, then another link is refused', async () => {
    const { token } = await newConfirmed(unique());
    await expectRefusal(resend(token), 'CONFLICT');
  });

  it('given a confirmation, then the changes of the user say so', async () => {
    const email = unique();
    await newConfirmed(email);
    const { resource } = usersDescriptor;
    await eventually(() => {
      const confirmations = of()
        .changes.filter((change: Change) => change.resource === resource)
        .map(({ record }) => User.decode(record))
        .filter((user) => user.email === email)
        .map(({ emailConfirmed }) => emailConfirmed);
      expect(confirmations).toEqual([false, true]);
    });
  });
});

describe('N5 a notification of auth', () => {
  it('given a changed password, then it is mailed to a confirmed email only', async () => {
    const [confirmed, unconfirmed] = [await newConfirmed(unique()), await of().signUp(unique())];
    const change = { password: PASSWORD, newPassword: 'another good password', code: '', place: place() };
    for (const { token } of [unconfirmed, confirmed])
      await sessions().changePassword({ token, ...change }, of().operator);
    const notices = () =>
      of()
        .mails()
        .filter(({ subject }) => subject === 'Your password was changed')
        .map(({ to }) => to);
    await eventually(() => expect(notices()).toEqual([confirmed.principal!.email]));
  });
});

describe('N2 mails of password resets', () => {
  it('given ten users of one email, then one request sends one mail with all links', async () => {
    const email = unique();
    for (let nth = 0; nth < 10; nth++) await squat(email);
    const { principal } = await signUpByMail(email);
    await reset(email);
    const text = await eventually(() => {
      const mails = mailsTo(email).filter(({ subject }) => subject === 'Choose a new password');
      expect(mails).toHaveLength(1);
      return mails[0]!.text;
    });
    const tokens = [...text.matchAll(/new-password\?token=([\w-]{43})/g)].map(([, token]) => token!);
    expect(tokens).toHaveLength(11);
    const { signedIn } = await sessions().choosePassword(
      { token: tokens[0]!, password: PASSWORD, revoke: [], place: place() },
      of().operator,
    );
    expect(signedIn!.principal!.accountId).toBe(principal!.accountId);
  });

  it('given eight requests for an email with users in two accounts, then mails are counted', async () => {
    const email = unique();
    await squat(email);
    await squat(email);
    for (let nth = 0; nth < 8; nth++) await reset(email);
    const resets = () => mailsTo(email).filter(({ subject }) => subject === 'Choose a new password');
    await eventually(() => expect(resets()).toHaveLength(LIMITS.resetMailsPerMailbox.value));
  });

  it('given used up mails of the mailbox, then a known device gets one, up to the limit of all devices', async () => {
    const email = unique();
    const devices: string[] = [(await newConfirmed(email)).device];
    for (let nth = 0; nth < 9; nth++) devices.push((await signIn(email)).signedIn!.device);
    const resets = () => mailsTo(email).filter(({ subject }) => subject === 'Choose a new password').length;
    for (let nth = 0; nth < 8; nth++) await reset(email);
    const { value: ofStrangers } = LIMITS.resetMailsPerMailbox;
    await eventually(() => expect(resets()).toBe(ofStrangers));
    for (const device of devices)
      for (let nth = 0; nth < 6; nth++)
        await sessions().resetPassword({ email, address: '192.0.2.1', device }, of().operator);
    await eventually(() => expect(resets()).toBe(ofStrangers + LIMITS.resetMailsToDevices.value));
  });
});

describe('N2 without SMTP', () => {
  it('no user needs to confirm, no confirmation is mailed, and no device is issued', async () => {
    const service = await startAuthService();
    try {
      const { principal, device } = await service.signUp('plain@example.com');
      expect(principal!.emailConfirmed).toBe(true);
      expect(device).toBe('');
      expect(service.mails()).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});
