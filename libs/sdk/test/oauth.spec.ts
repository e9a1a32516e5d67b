import { createHash } from 'node:crypto';
import { createOauthClient, NetworkError, type OauthClientOptions } from '../src';
import { json, startFakeService, type FakeService } from './fake-service';

let service: FakeService;
beforeAll(async () => void (service = await startFakeService()));
beforeEach(() => void (service.received.length = 0));
afterAll(() => service.stop());

const open = (options: Partial<OauthClientOptions> = {}) =>
  createOauthClient({
    baseUrl: `${service.url}/v1`,
    clientId: 'app',
    clientSecret: 's:1',
    redirectUri: 'https://app.example/callback',
    ...options,
  });
const respondWithTokens = (): void => {
  let count = 0;
  service.respond = (_request, response) =>
    json(response, 200, {
      access_token: `a${++count}`,
      refresh_token: `r${count}`,
      token_type: 'Bearer',
      expires_in: 3600,
    });
};
const bodyOf = (index: number) => Object.fromEntries(new URLSearchParams(service.received[index]!.body));

describe('an authorization', () => {
  it('has the challenge of its verifier, and a state of its own', async () => {
    const [one, two] = [await open().authorize('read people'), await open().authorize()];
    const url = new URL(one.url);
    expect(url.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: 'https://app.example/callback',
      state: one.state,
      code_challenge: createHash('sha256').update(one.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'read people',
    });
    expect(new URL(two.url).searchParams.has('scope')).toBe(false);
    expect(one.codeVerifier).toMatch(/^[\w-]{43}$/);
    expect(two.state).not.toBe(one.state);
  });

  it('given the callback, then the code is exchanged with the verifier and the secret', async () => {
    respondWithTokens();
    const tokens = await open().exchange('/callback?code=c1&state=s1', { state: 's1', codeVerifier: 'v1' });
    expect(tokens).toMatchObject({ accessToken: 'a1', refreshToken: 'r1' });
    expect(tokens.expiresAt - Date.now()).toBeGreaterThan(3_590_000);
    expect(service.received[0]!.headers.authorization).toBe(`Basic ${btoa('app:s%3A1')}`);
    expect(bodyOf(0)).toEqual({
      grant_type: 'authorization_code',
      code: 'c1',
      redirect_uri: 'https://app.example/callback',
      code_verifier: 'v1',
    });
  });

  it('given another state, then nothing is exchanged', async () => {
    const exchange = open().exchange('/callback?code=c1&state=other', { state: 's1', codeVerifier: 'v1' });
    await expect(exchange).rejects.toMatchObject({ reason: 'INVALID_STATE' });
    expect(service.received).toEqual([]);
  });

  it('given a user that denies, then the error has the reason', async () => {
    const callback = '/callback?error=access_denied&state=s1';
    await expect(open().exchange(callback, { state: 's1', codeVerifier: 'v1' })).rejects.toMatchObject({
      reason: 'access_denied',
    });
  });

  it('given a refusal, then the error has the code of OAuth', async () => {
    service.respond = (_request, response) =>
      json(response, 400, { error: 'invalid_grant', error_description: 'Used.' });
    await expect(open().refresh('r0')).rejects.toMatchObject({
      reason: 'invalid_grant',
      status: 400,
      message: 'Used.',
    });
  });

  it('given no service, then the error is a NetworkError', async () => {
    await expect(open({ fetch: () => Promise.reject(new TypeError('down')) }).refresh('r0')).rejects.toBeInstanceOf(
      NetworkError,
    );
  });
});

describe('a source of tokens', () => {
  const stored: string[] = [];
  const store = (tokens: { refreshToken: string }): void => void stored.push(tokens.refreshToken);
  beforeEach(() => {
    stored.length = 0;
    respondWithTokens();
  });
  const tokens = (expiresInMs: number) => ({
    accessToken: 'a0',
    refreshToken: 'r0',
    expiresAt: Date.now() + expiresInMs,
  });

  it('given a token that is valid, then it is used', async () => {
    expect(await open().tokenSource(tokens(120_000), store)()).toBe('a0');
    expect(service.received).toEqual([]);
  });

  it('given a token that ends within a minute, then it is refreshed once for all calls and stored', async () => {
    const read = open().tokenSource(tokens(30_000), store);
    expect(await Promise.all([read(), read(), read()])).toEqual(['a1', 'a1', 'a1']);
    expect(await read()).toBe('a1');
    expect(bodyOf(0)).toEqual({ grant_type: 'refresh_token', refresh_token: 'r0' });
    expect(service.received).toHaveLength(1);
    expect(stored).toEqual(['r1']);
  });

  it('given a failed refresh, then the next call tries again', async () => {
    service.respond = (_request, response) => json(response, 503, {});
    const read = open().tokenSource(tokens(0), store);
    await expect(read()).rejects.toMatchObject({ status: 503 });
    respondWithTokens();
    expect(await read()).toBe('a1');
  });

  it('given a token to revoke, then it is sent', async () => {
    await open().revoke('r0');
    expect(service.received[0]!.url).toBe('/oauth/revoke');
    expect(bodyOf(0)).toEqual({ token: 'r0' });
  });
});
