import type { Actor } from '@porchlight/access';
import { SessionServiceDefinition } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { TOTP, URI } from 'otpauth';
import { startAuthService, type AuthService } from '../../test/auth-service';

const clock = createManualClock(Date.now());
const PASSWORD = 'correct horse battery';
let service: AuthService;
beforeAll(async () => void (service = await startAuthService({ clock })));
afterAll(() => service?.stop());

const sessions = () => service.createClient(SessionServiceDefinition);
const place = { address: '192.0.2.1', agent: 'Test/1.0', formerToken: '', device: '' };
const unique = () => `u${randomBytes(6).toString('hex')}@example.com`;
const signUp = async (email = unique()) => {
  const { token, principal } = await service.signUp(email);
  return { email, token, principal: principal! };
};
const signIn = (email: string, code = '', more: object = {}) =>
  sessions().signIn({ email, password: PASSWORD, accountId: 0, place, code, ...more }, service.operator);
/** The code of the user's app now, or `periods` from now. */
const shows = (uri: string, periods = 0): string =>
  (URI.parse(uri) as TOTP).generate({ timestamp: clock.now() + periods * 30_000 });
const enrol = async () => {
  const user = await signUp();
  const { secret, uri } = await sessions().beginSecondFactor(
    { token: user.token, password: PASSWORD },
    service.operator,
  );
  const { recoveryCodes } = await sessions().confirmSecondFactor(
    { token: user.token, code: shows(uri) },
    service.operator,
  );
  clock.advance(30_000);
  return { ...user, secret, uri, recoveryCodes };
};
const WRONG = { reason: 'SECOND_FACTOR', params: { wrong: 1 } };

describe('second factor', () => {
  it('is required at sign-in only after a code of the app was confirmed', async () => {
    const { email, token, principal } = await signUp();
    await expectRefusal(
      sessions().beginSecondFactor({ token, password: 'wrong horse' }, service.operator),
      'WRONG_PASSWORD',
    );
    await expectRefusal(sessions().confirmSecondFactor({ token, code: '123456' }, service.operator), 'CONFLICT');
    await sessions().beginSecondFactor({ token, password: PASSWORD }, service.operator);
    const { secret, uri } = await sessions().beginSecondFactor({ token, password: PASSWORD }, service.operator);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(URI.parse(uri)).toMatchObject({
      issuer: 'Porchlight',
      label: email,
      digits: 6,
      period: 30,
      algorithm: 'SHA1',
    });
    expect((await signIn(email)).signedIn).toBeDefined();
    await expect(sessions().confirmSecondFactor({ token, code: '000000' }, service.operator)).rejects.toMatchObject(
      WRONG,
    );
    const { recoveryCodes } = await sessions().confirmSecondFactor({ token, code: shows(uri) }, service.operator);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await sessions().readSecondFactor({ token }, service.operator)).toEqual({
      enabled: true,
      recoveryCodesLeft: 10,
    });
    await expectRefusal(sessions().beginSecondFactor({ token, password: PASSWORD }, service.operator), 'CONFLICT');
    await expect(signIn(email)).rejects.toMatchObject({ reason: 'SECOND_FACTOR', params: {} });
    expect(principal.email).toBe(email);
  });

  it('accepts codes of the current and adjacent periods, and no others', async () => {
    const { email, uri } = await enrol();
    for (const far of [-3, 3]) await expect(signIn(email, shows(uri, far))).rejects.toMatchObject(WRONG);
    expect((await signIn(email, shows(uri))).signedIn!.principal).toMatchObject({ email });
    clock.advance(60_000);
    const spaced = shows(uri).replace(/^(...)/, '$1 ');
    expect((await signIn(email, spaced)).signedIn).toBeDefined();
    await expectRefusal(signIn(email, shows(uri, 1), { password: 'wrong horse' }), 'UNAUTHENTICATED');
  });

  it('given a used or earlier code, then it is refused, also concurrently', async () => {
    const { email, uri } = await enrol();
    const [before, now] = [shows(uri, -1), shows(uri)];
    const twice = await Promise.allSettled([signIn(email, now), signIn(email, now)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(signIn(email, now)).rejects.toMatchObject(WRONG);
    await expect(signIn(email, before)).rejects.toMatchObject(WRONG);
  });

  it('given a recovery code in any notation, then it works once', async () => {
    const { email, token, recoveryCodes } = await enrol();
    expect((await signIn(email, recoveryCodes[3]!.toUpperCase().replace(/-/g, ''))).signedIn).toBeDefined();
    await expect(signIn(email, recoveryCodes[3])).rejects.toMatchObject(WRONG);
    expect(await sessions().readSecondFactor({ token }, service.operator)).toEqual({
      enabled: true,
      recoveryCodesLeft: 9,
    });
  });

  it('given guesses from any address, then they count per user and lead to a lockout', async () => {
    const { email, uri } = await enrol();
    for (let n = 0; n < 5; n++)
      await expect(signIn(email, '000000', { place: { ...place, address: `198.51.100.${n}` } })).rejects.toMatchObject(
        WRONG,
      );
    await expectRefusal(signIn(email, shows(uri), { place: { ...place, address: '198.51.100.77' } }), 'RATE_LIMITED');
    clock.advance(60_000);
    expect((await signIn(email, shows(uri))).signedIn).toBeDefined();
  });

  it('is disabled with password and code, or by the operator', async () => {
    const { email, token, uri, principal } = await enrol();
    await expectRefusal(
      sessions().endSecondFactor({ token, password: 'wrong horse', code: shows(uri) }, service.operator),
      'WRONG_PASSWORD',
    );
    await expectRefusal(
      sessions().endSecondFactor({ token, password: PASSWORD, code: '' }, service.operator),
      'SECOND_FACTOR',
    );
    await sessions().endSecondFactor({ token, password: PASSWORD, code: shows(uri) }, service.operator);
    expect((await signIn(email)).signedIn).toBeDefined();
    const lost = await enrol();
    const request = { accountId: lost.principal.accountId, userId: lost.principal.userId };
    const owner: Actor = { ...request, role: 'Owner' };
    await expectRefusal(service.accounts.removeSecondFactor(request, { actor: owner }), 'FORBIDDEN');
    await service.accounts.removeSecondFactor(request, service.operator);
    expect((await signIn(lost.email)).signedIn).toBeDefined();
    await expectRefusal(
      service.accounts.removeSecondFactor({ ...request, userId: principal.userId }, service.operator),
      'NOT_FOUND',
    );
  });

  it('does not appear in logs', async () => {
    const { secret, uri, recoveryCodes } = await enrol();
    const lines = JSON.stringify(service.log.lines);
    for (const one of [secret, uri, PASSWORD, ...recoveryCodes]) expect(lines).not.toContain(one);
  });
});

describe('ownership', () => {
  const team = async () => {
    const owner = await signUp();
    const { accountId, userId: ownerId } = owner.principal;
    const agentEmail = unique();
    const { userId } = await service.accounts.addUser(
      {
        accountId,
        role: 'Agent',
        email: agentEmail,
        firstName: 'Ann',
        lastName: 'Agent',
        password: PASSWORD,
        phone: '',
        timezone: '',
      },
      service.operator,
    );
    return { ...owner, accountId, ownerId, userId, agentEmail };
  };
  const transfer = (token: string, userId: number, password = PASSWORD, code = '') =>
    sessions().transferOwnership({ token, userId, password, code }, service.operator);
  const readRole = async (token: string) =>
    (await sessions().verifySession({ token }, service.operator)).principal?.role;

  it('is transferred by the owner with the password; the former owner becomes a broker, keys and sessions have the new roles', async () => {
    const { token, accountId, ownerId, userId, agentEmail } = await team();
    const { apiKey } = await service.accounts.createApiKey({ accountId, userId, label: '' }, service.operator);
    const theirs = (await signIn(agentEmail)).signedIn!.token;
    await expectRefusal(transfer(token, userId, 'wrong horse'), 'WRONG_PASSWORD');
    await expectRefusal(transfer(theirs, userId), 'FORBIDDEN');
    await transfer(token, userId);
    expect([await readRole(token), await readRole(theirs)]).toEqual(['Broker', 'Owner']);
    expect((await service.credentials.verifyApiKey({ apiKey }, service.operator)).role).toBe('Owner');
    const { users } = service.as({ accountId, userId, role: 'Owner' });
    expect((await users.list('sort=id')).records.map(({ id, role, isOwner }) => [id, role, isOwner])).toEqual([
      [ownerId, 'Broker', false],
      [userId, 'Owner', true],
    ]);
    const listUpdatedIds = () =>
      service.changes.filter((one) => one.accountId === accountId && one.verb === 'updated').flatMap(({ ids }) => ids);
    await eventually(async () => expect(listUpdatedIds()).toEqual([userId, ownerId]));
    await transfer(theirs, ownerId);
    expect(await readRole(token)).toBe('Owner');
  });

  it('is transferred only to active users of the account, and only once', async () => {
    const { token, accountId, ownerId, userId } = await team();
    const stranger = await team();
    for (const id of [999_999, stranger.userId + 1_000]) await expectRefusal(transfer(token, id), 'UNKNOWN_REFERENCE');
    await expectRefusal(transfer(token, ownerId), 'CONFLICT');
    const { users } = service.as({ accountId, userId: ownerId, role: 'Owner' });
    await users.update(userId, { status: 'Disabled' });
    await expectRefusal(transfer(token, userId), 'UNKNOWN_REFERENCE');
    await users.update(userId, { status: 'Active' });
    await Promise.allSettled([transfer(token, userId), transfer(token, userId)]);
    const owners = (await users.list()).records.filter(({ isOwner }) => isOwner);
    expect(owners.map(({ id }) => id)).toEqual([userId]);
    await expectRefusal(transfer('A'.repeat(43), userId), 'UNAUTHENTICATED');
  });

  it('given an owner with a second factor, then a code is required', async () => {
    const { token, userId } = await team();
    const { uri } = await sessions().beginSecondFactor({ token, password: PASSWORD }, service.operator);
    await sessions().confirmSecondFactor({ token, code: shows(uri) }, service.operator);
    await expectRefusal(transfer(token, userId), 'SECOND_FACTOR');
    clock.advance(30_000);
    await transfer(token, userId, PASSWORD, shows(uri));
    expect(await readRole(token)).toBe('Broker');
  });
});
