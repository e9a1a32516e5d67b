import { expectRefusal } from '@porchlight/testkit';
import { CALLBACK, startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

const INVALID = { error: 'invalid_grant', accessToken: '', refreshToken: '' };

describe('code', () => {
  it('has 256 bits of URL-safe characters and is stored as a hash', async () => {
    const code = await suite.approve();
    expect(code).toMatch(/^[A-Za-z0-9_-]{59}$/);
    expect(await suite.exchange(code)).toMatchObject({
      error: '',
      expiresIn: 3600,
      accessToken: expect.stringMatching(/^eyJ/),
      refreshToken: expect.stringMatching(/^[A-Za-z0-9_-]{59}$/),
    });
  });

  it('D8.5 given a used code, then it is refused and its tokens are revoked', async () => {
    const code = await suite.approve();
    const first = await suite.exchange(code);
    expect(await suite.counts(first.accessToken)).toBe(true);
    expect(await suite.exchange(code)).toMatchObject(INVALID);
    expect(await suite.counts(first.accessToken)).toBe(false);
    expect(await suite.refresh(first.refreshToken)).toMatchObject(INVALID);
  });

  it('given 20 concurrent exchanges, then one succeeds', async () => {
    const code = await suite.approve();
    const answers = await Promise.all(Array.from({ length: 20 }, () => suite.exchange(code)));
    expect(answers.filter(({ error }) => error === '')).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(19);
  });

  it('expires after 10 minutes', async () => {
    const [one, two] = [await suite.approve(), await suite.approve()];
    suite.clock.advance(599_000);
    expect(await suite.exchange(one)).toMatchObject({ error: '' });
    suite.clock.advance(1_000);
    expect(await suite.exchange(two)).toMatchObject(INVALID);
  });

  it('given another client, then the code is refused and stays valid', async () => {
    const code = await suite.approve();
    expect(await suite.exchange(code, { client: suite.credentials(suite.other) })).toMatchObject(INVALID);
    const first = await suite.exchange(code);
    expect(first.error).toBe('');
    expect(await suite.exchange(code, { client: suite.credentials(suite.other) })).toMatchObject(INVALID);
    expect(await suite.counts(first.accessToken)).toBe(true);
  });

  it('given another redirect URI, then the code is refused', async () => {
    const code = await suite.approve();
    for (const redirectUri of [
      'https://app.example.com/callback',
      `${CALLBACK}&x=1`,
      'https://APP.example.com/callback?tenant=1',
      '',
    ])
      expect(await suite.exchange(code, { redirectUri })).toMatchObject(INVALID);
    expect(await suite.exchange(code, { redirectUri: CALLBACK })).toMatchObject({ error: '' });
    await expectRefusal(suite.approve({ ...{ redirectUri: 'https://evil.example.com/' } } as object), 'NOT_FOUND');
  });

  it('gives a token of the user who approved, unless the user is disabled', async () => {
    const { accessToken } = await suite.exchange(await suite.approve({ userId: suite.team.ids.lender }));
    const standing = await suite.oauth.checkStanding(
      { familyId: suite.findFamily(accessToken) },
      suite.service.operator,
    );
    expect(standing).toEqual({
      valid: true,
      accountId: suite.team.accountId,
      userId: suite.team.ids.lender,
      role: 'Lender',
      userName: 'Len Lender',
      scopes: [],
      settings: { handling: 'strict', unregisteredSystems: 'refuse', corsOrigins: [] },
    });
    const code = await suite.approve({ userId: suite.team.ids.broker });
    await suite.setUser(suite.team.ids.broker, { status: 'Disabled' });
    expect(await suite.exchange(code)).toMatchObject(INVALID);
    await expectRefusal(suite.approve({ userId: suite.team.ids.broker }), 'UNAUTHENTICATED');
    await suite.setUser(suite.team.ids.broker, { status: 'Active' });
  });

  it('given a challenge, then only its verifier is accepted', async () => {
    const { codeVerifier, codeChallenge } = suite.pkce();
    const code = await suite.approve({ codeChallenge });
    for (const wrong of [
      {},
      { codeVerifier: suite.pkce().codeVerifier },
      { codeVerifier: codeChallenge },
      { codeVerifier: 'short' },
    ])
      expect(await suite.exchange(code, wrong)).toMatchObject(INVALID);
    expect(await suite.exchange(code, { codeVerifier })).toMatchObject({ error: '' });
    // An attacker removed the challenge from the authorization request.
    expect(await suite.exchange(await suite.approve(), { codeVerifier })).toMatchObject(INVALID);
  });

  it('compares the state with auth_code if both requests contain one, and ignores it otherwise', async () => {
    const code = await suite.approve({ state: 'right' });
    expect(await suite.exchange(code, { grantType: 'auth_code', state: 'wrong' })).toMatchObject(INVALID);
    expect(await suite.exchange(code, { grantType: 'auth_code', state: 'right' })).toMatchObject({ error: '' });
    expect(await suite.exchange(await suite.approve({ state: 'right' }), { grantType: 'auth_code' })).toMatchObject({
      error: '',
    });
    expect(await suite.exchange(await suite.approve(), { grantType: 'auth_code', state: 'any' })).toMatchObject({
      error: '',
    });
    expect(await suite.exchange(await suite.approve({ state: 'right' }), { state: 'constant' })).toMatchObject({
      error: '',
    });
  });

  it('given a malformed code, then invalid_grant; given an unknown grant type, then unsupported_grant_type', async () => {
    for (const code of ['', 'x', 'a'.repeat(59), `${'a'.repeat(10_000)}`])
      expect(await suite.exchange(code)).toMatchObject(INVALID);
    expect(await suite.exchange('x', { grantType: 'password' })).toMatchObject({ error: 'unsupported_grant_type' });
    expect(await suite.exchange('x', { grantType: '' })).toMatchObject({ error: 'invalid_request' });
    expect(await suite.exchange('x', { code: undefined })).toMatchObject({ error: 'invalid_request' });
  });
});
