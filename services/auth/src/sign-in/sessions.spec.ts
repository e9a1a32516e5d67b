import type { Actor } from '@porchlight/access';
import { SessionServiceDefinition, UserServiceDefinition } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { startAuthService, type AuthService } from '../../test/auth-service';

const clock = createManualClock(Date.now());
const PASSWORD = 'correct horse battery';
let service: AuthService;
beforeAll(async () => void (service = await startAuthService({ clock, smtp: true })));
afterAll(() => service?.stop());

const sessions = () => service.createClient(SessionServiceDefinition);
const place = (address = '192.0.2.1', formerToken = '') => ({ address, agent: 'Test/1.0', formerToken, device: '' });
const unique = () => `u${randomBytes(6).toString('hex')}@example.com`;
const signUp = async (email = unique(), accountName = 'Sunny Homes') => {
  const { token, principal } = await service.signUp(email, { accountName });
  return { email, token, principal: principal! };
};
const signIn = (email: string, password = PASSWORD, more: object = {}) =>
  sessions().signIn({ email, password, accountId: 0, place: place(), code: '', ...more }, service.operator);
const who = async (token: string) => (await sessions().verifySession({ token }, service.operator)).principal;

describe('sessions', () => {
  it('given the link of a sign-up, then a password creates an account whose owner is signed in', async () => {
    const { token, principal, email } = await signUp();
    expect(principal).toMatchObject({
      accountName: 'Sunny Homes',
      userName: 'Olive Owner',
      role: 'Owner',
      email,
      csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await who(token)).toEqual(principal);
    await expectRefusal(signUp('no address'), 'INVALID_BODY');
    const long = { accountName: 'x'.repeat(256), firstName: 'x', lastName: 'x', email: unique(), place: place() };
    await expectRefusal(sessions().signUp(long, service.operator), 'INVALID_BODY');
    await expectRefusal(service.signUp(unique(), { password: 'too short' }), 'INVALID_BODY');
  });

  it('given a browser with a session, then a sign-in returns a new token and ends the former one', async () => {
    const { email, token } = await signUp();
    const planted = 'A'.repeat(43);
    const { signedIn } = await signIn(email.toUpperCase(), PASSWORD, { place: place('192.0.2.1', token) });
    expect([token, planted]).not.toContain(signedIn!.token);
    expect(await who(token)).toBeUndefined();
    expect(await who(planted)).toBeUndefined();
    expect(await who(signedIn!.token)).toMatchObject({ email });
  });

  it('N10 given constant use, then a session ends 30 days after the sign-in', async () => {
    const { email, token } = await signUp();
    const start = clock.now();
    const lifetimeMs = 30 * 86_400_000;
    while (clock.now() - start < lifetimeMs - 11 * 3_600_000) {
      clock.advance(11 * 3_600_000);
      expect(await who(token)).toMatchObject({ email });
    }
    clock.advance(start + lifetimeMs - clock.now() - 1);
    expect(await who(token)).toMatchObject({ email });
    clock.advance(1);
    expect(await who(token)).toBeUndefined();
    expect(await who((await signIn(email)).signedIn!.token)).toMatchObject({ email });
  });

  it('end after 12 hours without use, at sign-out, and when their user is disabled', async () => {
    const { email, token, principal } = await signUp();
    clock.advance(11 * 3_600_000);
    expect(await who(token)).toBeDefined();
    clock.advance(11 * 3_600_000);
    expect(await who(token)).toBeDefined();
    clock.advance(12 * 3_600_000);
    expect(await who(token)).toBeUndefined();
    const again = (await signIn(email)).signedIn!.token;
    await sessions().endSession({ token: again }, service.operator);
    expect(await who(again)).toBeUndefined();
    const { userId } = await service.accounts.addUser(
      {
        accountId: principal.accountId,
        role: 'Agent',
        email: unique(),
        firstName: 'Ann',
        lastName: '',
        password: PASSWORD,
        phone: '',
        timezone: '',
      },
      service.operator,
    );
    const agent = (
      await service.as({ accountId: principal.accountId, userId: principal.userId, role: 'Owner' }).users.get(userId)
    )['email'];
    const theirs = (await signIn(agent)).signedIn!.token;
    await service
      .as({ accountId: principal.accountId, userId: principal.userId, role: 'Owner' })
      .users.update(userId, { status: 'Disabled' });
    expect(await who(theirs)).toBeUndefined();
    await expectRefusal(signIn(agent), 'UNAUTHENTICATED');
  });

  it('are listed and revoked by their user only', async () => {
    const { email, token } = await signUp();
    const stranger = await signUp();
    const second = (await signIn(email, PASSWORD, { place: place('198.51.100.4') })).signedIn!;
    const list = (await sessions().listSessions({ token }, service.operator)).sessions;
    expect(
      list
        .map(({ address, agent, current }) => ({ address, agent, current }))
        .sort((a, b) => (a.address < b.address ? -1 : 1)),
    ).toEqual([
      { address: '192.0.2.1', agent: 'Test/1.0', current: true },
      { address: '198.51.100.4', agent: 'Test/1.0', current: false },
    ]);
    const sessionId = second.principal!.sessionId;
    await expectRefusal(sessions().revokeSession({ token: stranger.token, sessionId }, service.operator), 'NOT_FOUND');
    await sessions().revokeSession({ token, sessionId }, service.operator);
    expect(await who(second.token)).toBeUndefined();
    expect(await who(token)).toBeDefined();
  });

  it('given an email in several accounts, then sign-in returns the accounts to choose from', async () => {
    const email = unique();
    const [one, two] = [await signUp(email, 'First Homes'), await signUp(email, 'Second Homes')];
    const { signedIn, accounts } = await signIn(email);
    expect(signedIn).toBeUndefined();
    expect(accounts.map(({ name }) => name).sort()).toEqual(['First Homes', 'Second Homes']);
    expect((await signIn(email, PASSWORD, { accountId: two.principal.accountId })).signedIn!.principal).toMatchObject({
      accountName: 'Second Homes',
    });
    await expectRefusal(signIn(email, PASSWORD, { accountId: 999_999 }), 'UNAUTHENTICATED');
    expect(one.principal.accountId).not.toBe(two.principal.accountId);
  });
});

describe('rate limits on sign-in', () => {
  it('given 5 failures within a minute, then the delay doubles from 1 s, per email and address', async () => {
    const { email } = await signUp();
    for (let n = 0; n < 5; n++) await expectRefusal(signIn(email, 'wrong password'), 'UNAUTHENTICATED');
    await expect(signIn(email)).rejects.toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 1 } });
    expect((await signIn(email, PASSWORD, { place: place('192.0.2.200') })).signedIn).toBeDefined();
    clock.advance(1_000);
    await expectRefusal(signIn(email, 'wrong password'), 'UNAUTHENTICATED');
    await expect(signIn(email)).rejects.toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 2 } });
    clock.advance(2_000);
    expect((await signIn(email)).signedIn).toBeDefined();
    await expectRefusal(signIn(email, 'wrong password'), 'UNAUTHENTICATED');
  });

  it('given another account with the same email, then its password does not clear the failures of guesses', async () => {
    const { email } = await signUp();
    const own = 'quite another password';
    await service.signUp(email, { accountName: 'Copycat', password: own });
    for (let nth = 0; nth < 6; nth++)
      expect((await signIn(email, own)).signedIn?.principal?.accountName).toBe('Copycat');
    for (let nth = 0; nth < 4; nth++) await expectRefusal(signIn(email, 'wrong horse'), 'UNAUTHENTICATED');
    await signIn(email, own);
    await expectRefusal(signIn(email, 'wrong horse'), 'UNAUTHENTICATED');
    await expectRefusal(signIn(email, 'wrong horse'), 'RATE_LIMITED');
    clock.advance(61_000);
    expect((await signIn(email)).signedIn).toBeDefined();
  });

  it('given a named account, then its user is found however many accounts have the email', async () => {
    const email = unique();
    const other = { name: 'Squatter', domain: '', firstName: 'S', lastName: '', email, password: '' };
    for (let nth = 0; nth < 50; nth++) await service.accounts.createAccount(other, service.operator);
    const { principal } = await signUp(email);
    expect((await signIn(email, PASSWORD, { accountId: principal.accountId })).signedIn?.principal?.accountId).toBe(
      principal.accountId,
    );
  });

  it('given parallel guesses, then all count', async () => {
    const email = unique();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(email, 'guess guess')));
    const reasons = answers.map((answer) => (answer as PromiseRejectedResult).reason.reason as string);
    expect(reasons.filter((reason) => reason === 'UNAUTHENTICATED').length).toBeLessThanOrEqual(5);
  });
});

describe('links to set a password', () => {
  it('given an invitation, then it is returned once and mailed, works once, and activates the user', async () => {
    const { principal } = await signUp();
    const owner: Actor = { accountId: principal.accountId, userId: principal.userId, role: 'Owner' };
    const email = unique();
    const invited = await service.as(owner).users.create({ firstName: 'Ann', lastName: 'Agent', email, role: 'Agent' });
    expect(invited['invitationUrl']).toMatch(
      /^https:\/\/api\.example\.test\/console\/invitation\?token=[A-Za-z0-9_-]{43}$/,
    );
    expect((await service.as(owner).users.get(invited['id']))['invitationUrl']).toBeUndefined();
    const token = new URL(invited['invitationUrl']).searchParams.get('token')!;
    await eventually(() =>
      expect(service.mails().find(({ to }) => to === email)?.text).toContain('/console/invitation?token='),
    );
    const accept = (password = PASSWORD) =>
      sessions().acceptInvitation({ token, password, place: place() }, service.operator);
    await expectRefusal(accept('short'), 'INVALID_BODY');
    const { signedIn } = await accept();
    expect(signedIn!.principal).toMatchObject({ email, role: 'Agent', accountId: principal.accountId });
    await expectRefusal(accept(), 'NOT_FOUND');
    expect((await service.as(owner).users.get(invited['id']))['status']).toBe('Active');
    expect((await signIn(email)).signedIn).toBeDefined();
    await eventually(() =>
      expect(JSON.stringify(service.changes.map(({ record }) => Buffer.from(record).toString('latin1')))).not.toContain(
        token,
      ),
    );
  });

  it('given parallel uses of an invitation, then one succeeds; given a lost invitation, then a reset mails another', async () => {
    const { principal } = await signUp();
    const owner: Actor = { accountId: principal.accountId, userId: principal.userId, role: 'Owner' };
    const email = unique();
    await service.as(owner).users.create({ firstName: 'Ann', lastName: 'Agent', email, role: 'Agent' });
    await sessions().resetPassword({ email, address: '192.0.2.1', device: '' }, service.operator);
    const links = await eventually(() => {
      const found = service
        .mails()
        .filter(({ to }) => to === email)
        .map(({ text }) => /invitation\?token=([A-Za-z0-9_-]{43})/.exec(text)![1]!);
      expect(found).toHaveLength(2);
      return found;
    });
    const answers = await Promise.allSettled(
      [...links, ...links].map((token) =>
        sessions().acceptInvitation({ token, password: PASSWORD, place: place() }, service.operator),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('given an invitation after 7 days, then it is expired', async () => {
    const { principal } = await signUp();
    const { record } = await service.createClient(UserServiceDefinition).createUser(
      {
        record: {
          id: 0,
          version: 0,
          groups: [],
          teamIds: [],
          teamLeaderOf: [],
          firstName: 'A',
          lastName: 'B',
          email: unique(),
          role: 'Agent',
        },
        mask: ['firstName', 'lastName', 'email', 'role'],
        options: {},
      },
      { actor: { accountId: principal.accountId, userId: principal.userId, role: 'Owner' } },
    );
    const token = new URL(record!.invitationUrl!).searchParams.get('token')!;
    clock.advance(7 * 86_400_000);
    await expectRefusal(
      sessions().acceptInvitation({ token, password: PASSWORD, place: place() }, service.operator),
      'NOT_FOUND',
    );
  });

  it('given a reset link by mail, then it sets a new password once and ends old sessions', async () => {
    const { email, token } = await signUp();
    await sessions().resetPassword({ email: unique(), address: '192.0.2.1', device: '' }, service.operator);
    await sessions().resetPassword({ email, address: '192.0.2.1', device: '' }, service.operator);
    const mail = await eventually(() => {
      const found = service.mails().find(({ to, text }) => to === email && text.includes('new-password'));
      expect(found).toBeDefined();
      return found!;
    });
    const link = /token=([A-Za-z0-9_-]{43})/.exec(mail.text)![1]!;
    const choose = () =>
      sessions().choosePassword(
        { token: link, password: 'a brand new one', revoke: [], place: place() },
        service.operator,
      );
    expect((await choose()).signedIn!.principal).toMatchObject({ email });
    await expectRefusal(choose(), 'NOT_FOUND');
    expect(await who(token)).toBeUndefined();
    await expectRefusal(signIn(email), 'UNAUTHENTICATED');
    expect((await signIn(email, 'a brand new one')).signedIn).toBeDefined();
    const resets = () => service.mails().filter(({ to, text }) => to === email && text.includes('new-password')).length;
    const before = resets();
    for (let n = 0; n < 8; n++)
      expect(await sessions().resetPassword({ email, address: '192.0.2.1', device: '' }, service.operator)).toEqual({});
    // The limit of an address is five per hour; the first request was above.
    await eventually(() => expect(resets() - before).toBe(4));
    const lines = JSON.stringify(service.log.lines);
    for (const secret of [PASSWORD, 'a brand new one', link, token]) expect(lines).not.toContain(secret);
  });
});
