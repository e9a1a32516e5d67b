import { DAY_MS } from '@porchlight/runtime';
import { startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

const INVALID = { error: 'invalid_grant', accessToken: '', refreshToken: '' };
const begin = async () => suite.exchange(await suite.approve());

describe('refresh', () => {
  it('returns a new pair of tokens each time', async () => {
    const first = await begin();
    const second = await suite.refresh(first.refreshToken);
    const third = await suite.refresh(second.refreshToken);
    expect(new Set([first, second, third].flatMap((pair) => [pair.accessToken, pair.refreshToken])).size).toBe(6);
    expect(await suite.counts(third.accessToken)).toBe(true);
  });

  it('given a reused token, then the family is revoked', async () => {
    const first = await begin();
    const second = await suite.refresh(first.refreshToken);
    suite.clock.advance(10_001);
    expect(await suite.refresh(first.refreshToken)).toMatchObject(INVALID);
    expect(await suite.refresh(second.refreshToken)).toMatchObject(INVALID);
    expect(await suite.counts(second.accessToken)).toBe(false);
  });

  it('given concurrent refreshes within the grace period, then they return the same pair', async () => {
    const first = await begin();
    const answers = await Promise.all(Array.from({ length: 10 }, () => suite.refresh(first.refreshToken)));
    expect(answers[0]!.error).toBe('');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    suite.clock.advance(9_999);
    expect(await suite.refresh(first.refreshToken)).toEqual(answers[0]);
    expect(await suite.counts(answers[0]!.accessToken)).toBe(true);
  });

  it('given a token before the previous one, then the grace period does not apply', async () => {
    const first = await begin();
    const second = await suite.refresh(first.refreshToken);
    const third = await suite.refresh(second.refreshToken);
    expect(await suite.refresh(second.refreshToken)).toEqual(third);
    expect(await suite.refresh(first.refreshToken)).toMatchObject(INVALID);
    expect(await suite.counts(third.accessToken)).toBe(false);
  });

  it('given another client, then the token is refused', async () => {
    const first = await begin();
    expect(await suite.refresh(first.refreshToken, { client: suite.credentials(suite.other) })).toMatchObject(INVALID);
    expect(await suite.refresh(first.refreshToken)).toMatchObject({ error: '' });
    expect(await suite.refresh(first.refreshToken, { client: suite.credentials(suite.other) })).toMatchObject(INVALID);
  });

  it('given a disabled user, then the token is refused', async () => {
    const first = await begin();
    await suite.setUser(suite.team.ids.agent, { status: 'Disabled' });
    expect(await suite.refresh(first.refreshToken)).toMatchObject(INVALID);
    expect(await suite.counts(first.accessToken)).toBe(false);
    await suite.setUser(suite.team.ids.agent, { status: 'Active' });
    expect(await suite.refresh(first.refreshToken)).toMatchObject({ error: '' });
  });

  it('D8.7 expires after 90 days without use', async () => {
    const first = await begin();
    suite.clock.advance(89 * DAY_MS);
    const second = await suite.refresh(first.refreshToken);
    suite.clock.advance(89 * DAY_MS);
    const third = await suite.refresh(second.refreshToken);
    expect(third.error).toBe('');
    suite.clock.advance(90 * DAY_MS);
    expect(await suite.refresh(third.refreshToken)).toMatchObject(INVALID);
  });

  it('given a code as refresh token or the reverse, then it is refused', async () => {
    const code = await suite.approve();
    expect(await suite.refresh(code)).toMatchObject(INVALID);
    const first = await suite.exchange(code);
    expect(await suite.exchange(first.refreshToken)).toMatchObject(INVALID);
    expect(await suite.counts(first.accessToken)).toBe(true);
  });
});

describe('revocation', () => {
  it.each(['accessToken', 'refreshToken'] as const)('given the %s, then the family is revoked', async (kind) => {
    const first = await begin();
    const revoke = (client: object) =>
      suite.oauth.revokeToken({ client: client as never, token: first[kind] }, suite.service.operator);
    expect(await revoke(suite.credentials(suite.other))).toEqual({ error: '', errorDescription: '' });
    expect(await suite.counts(first.accessToken)).toBe(true);
    expect(await revoke(suite.credentials())).toEqual({ error: '', errorDescription: '' });
    expect(await suite.counts(first.accessToken)).toBe(false);
    expect(await suite.refresh(first.refreshToken)).toMatchObject(INVALID);
  });

  it('accepts expired access tokens, and unknown tokens without an error', async () => {
    const first = await begin();
    suite.clock.advance(2 * 3_600_000);
    await suite.oauth.revokeToken({ client: suite.credentials(), token: first.accessToken }, suite.service.operator);
    expect(await suite.counts(first.accessToken)).toBe(false);
    for (const token of ['x', 'a.b.c', 'z'.repeat(59)])
      expect(
        await suite.oauth.revokeToken({ client: suite.credentials(), token }, suite.service.operator),
      ).toMatchObject({ error: '' });
    expect(
      await suite.oauth.revokeToken({ client: suite.credentials(), token: '' }, suite.service.operator),
    ).toMatchObject({ error: 'invalid_request' });
  });
});

describe('scopes of a refresh', () => {
  const readScope = (accessToken: string): unknown =>
    JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()).scope;
  const approved = async (...scopes: string[]) => suite.exchange(await suite.approve({ scopes }));

  it('given a grant with scopes, then they stay, in the response and in the token', async () => {
    const first = await approved('read', 'people', 'deals');
    const next = await suite.refresh(first.refreshToken);
    for (const pair of [first, next]) {
      expect(pair.scopes).toEqual(['read', 'people', 'deals']);
      expect(readScope(pair.accessToken)).toBe('read people deals');
    }
  });

  it('given a narrower scope, then this access token has it and the next refresh has the whole grant again', async () => {
    const first = await approved('people', 'deals');
    const narrow = await suite.refresh(first.refreshToken, { scope: 'read people' });
    expect(narrow.scopes).toEqual(['read', 'people']);
    expect(readScope(narrow.accessToken)).toBe('read people');
    expect((await suite.refresh(narrow.refreshToken)).scopes).toEqual(['people', 'deals']);
  });

  it('given a wider or unknown scope, then invalid_scope, and the refresh token stays valid', async () => {
    const first = await approved('read', 'people');
    for (const scope of ['write', 'deals', 'admin'])
      expect(await suite.refresh(first.refreshToken, { scope })).toMatchObject({
        error: 'invalid_scope',
        accessToken: '',
      });
    expect((await suite.refresh(first.refreshToken)).error).toBe('');
  });

  it('given full rights, then any scope narrows them', async () => {
    const first = await approved();
    expect([first.scopes, readScope(first.accessToken)]).toEqual([[], undefined]);
    expect((await suite.refresh(first.refreshToken, { scope: 'read' })).scopes).toEqual(['read']);
  });
});
