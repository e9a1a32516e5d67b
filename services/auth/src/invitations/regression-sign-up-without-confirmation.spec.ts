import { AccountServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { createManualClock } from '@porchlight/runtime';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { startAuthService, type AuthService } from '../../test/auth-service';

const clock = createManualClock(Date.now());
const PASSWORD = 'correct horse battery';
let service: AuthService;
beforeAll(async () => void (service = await startAuthService({ clock, smtp: true })));
afterAll(() => service?.stop());

const sessions = (of = service) => of.createClient(SessionServiceDefinition);
const place = (address = '192.0.2.1', device = '') => ({ address, agent: 'Test/1.0', formerToken: '', device });
const names = { accountName: 'Buy now at https://evil.example', firstName: 'Click', lastName: 'evil.example' };
const ask = (email: string, address?: string) =>
  sessions().signUp({ ...names, email, place: place(address) }, service.operator);
const mailsTo = (email: string) => service.mails().filter(({ to }) => to.includes(email));
const parseToken = (text: string): string => /token=([A-Za-z0-9_-]{43})/.exec(text)![1]!;
const linkTo = (email: string) =>
  eventually(() => {
    const [mail] = mailsTo(email);
    expect(mail).toBeDefined();
    return mail!;
  });
const confirm = (token: string) =>
  sessions().confirmSignUp({ token, password: PASSWORD, place: place() }, service.operator);
const signIn = (email: string, password = PASSWORD, from = place()) =>
  sessions().signIn({ email, password, accountId: 0, place: from, code: '' }, service.operator);

describe('sign-up', () => {
  it('creates no account before the email is confirmed, and then exactly one', async () => {
    const before = await service.newAccount();
    await ask('new@example.com');
    const { text, subject } = await linkTo('new@example.com');
    const after = await service.newAccount();
    expect(after.accountId).toBe(before.accountId + 1);
    await expectRefusal(signIn('new@example.com'), 'UNAUTHENTICATED');
    for (const word of ['evil', 'Click', 'Buy']) expect(`${subject} ${text}`).not.toContain(word);

    const answers = await Promise.allSettled([1, 2, 3].map(() => confirm(parseToken(text))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await signIn('new@example.com')).signedIn!.principal).toMatchObject({
      role: 'Owner',
      accountName: names.accountName,
    });
    await expectRefusal(confirm(parseToken(text)), 'NOT_FOUND');
  });

  it('returns the same for known and unknown emails', async () => {
    await service.signUp('known@example.com');
    expect([await ask('known@example.com'), await ask('unknown@example.com')]).toEqual([{}, {}]);
    await linkTo('known@example.com');
    await linkTo('unknown@example.com');
  });

  it('sends a limited number of mails to one mailbox and refuses a network beyond its limit', async () => {
    const { value: perMailbox } = LIMITS.signUpMailsPerMailbox;
    for (let nth = 0; nth < perMailbox + 3; nth++) await ask('victim@example.com', `198.51.100.${nth}`);
    await eventually(() => expect(mailsTo('victim@example.com')).toHaveLength(perMailbox));
    for (let nth = 0; nth < LIMITS.signUpsPerNetwork.value; nth++) await ask('victim@example.com', `2001:db8::${nth}`);
    await expectRefusal(ask('victim@example.com', '2001:db8::ffff'), 'RATE_LIMITED');
    await ask('victim@example.com', '2001:db8:0:1::1');
    expect(mailsTo('victim@example.com')).toHaveLength(perMailbox);
  });

  it('given an expired link, then it is refused', async () => {
    await ask('late@example.com', '203.0.113.1');
    const { text } = await linkTo('late@example.com');
    clock.advance(86_400_000);
    await expectRefusal(confirm(parseToken(text)), 'NOT_FOUND');
  });

  it('given SIGN_UP=invite, then only the links of the operator create accounts; given off, none', async () => {
    for (const signUp of ['invite', 'off'] as const) {
      const closed = await startAuthService({ signUp });
      try {
        const request = { ...names, email: 'a@example.com', place: place() };
        await expectRefusal(sessions(closed).signUp(request, closed.operator), 'SIGN_UP_CLOSED');
        const invite = closed
          .createClient(AccountServiceDefinition)
          .inviteOwner({ ...names, email: 'a@example.com' }, closed.operator);
        if (signUp === 'off') {
          await expectRefusal(invite, 'SIGN_UP_CLOSED');
          continue;
        }
        const { url } = await invite;
        const link = { token: new URL(url).searchParams.get('token')!, password: PASSWORD, place: place() };
        expect((await sessions(closed).confirmSignUp(link, closed.operator)).signedIn).toBeDefined();
      } finally {
        await closed.stop();
      }
    }
  });
});

describe('a new password', () => {
  it('given revoke keys, then API keys end', async () => {
    const { principal } = await service.signUp('keys@example.com');
    const { accountId, userId } = principal!;
    const newKey = async () =>
      (await service.accounts.createApiKey({ accountId, userId, label: '' }, service.operator)).apiKey;
    const isValid = async (apiKey: string) =>
      (await service.credentials.verifyApiKey({ apiKey }, service.operator)).valid;
    const choose = async (revoke: string[]) => {
      const before = mailsTo('keys@example.com').length;
      await sessions().resetPassword({ email: 'keys@example.com', address: '192.0.2.9', device: '' }, service.operator);
      await eventually(() => expect(mailsTo('keys@example.com')).toHaveLength(before + 1));
      for (const { text } of mailsTo('keys@example.com')) {
        const done = await sessions()
          .choosePassword({ token: parseToken(text), password: PASSWORD, revoke, place: place() }, service.operator)
          .catch(() => undefined);
        if (done) return;
      }
      throw new Error('No link works.');
    };
    const apiKey = await newKey();
    await choose([]);
    expect(await isValid(apiKey)).toBe(true);
    await choose(['keys', 'grants']);
    expect(await isValid(apiKey)).toBe(false);
    await expectRefusal(
      sessions().choosePassword({ token: 'x', password: PASSWORD, revoke: ['all'], place: place() }, service.operator),
      'INVALID_BODY',
    );
  });
});
