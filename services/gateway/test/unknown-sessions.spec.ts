import { LIMITS } from '@porchlight/limits';
import { CALLBACK, CLIENT_ID, CSRF, PASSWORD, startOauthServer, TOKEN, type OauthServer } from './oauth-server';

const { value: LIMIT } = LIMITS.unknownSessionsPerMinute;
let server: OauthServer;
beforeEach(async () => void (server = await startOauthServer()));
afterEach(() => server?.stop());

const cookie = (token: string) => ({ cookie: `__Host-porchlight-session=${token}` });
const read = async (token: string) => (await server.send('GET', '/session', { headers: cookie(token) })).status;
const guess = (nth: number): string => String(nth).padStart(43, 'x');

describe('N9 session cookies of strangers', () => {
  it.each([
    ['unknown', guess],
    ['of another shape', (nth: number) => `${nth}`],
  ])('given 200 cookies that are %s from one network, then those over the limit get 429', async (_case, forge) => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 200; nth++) statuses.push(await read(forge(nth)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(statuses.slice(LIMIT)).toEqual(Array.from({ length: 200 - LIMIT }, () => 429));
  });

  it('given a network over the limit, then a valid session of it reads and writes', async () => {
    for (let nth = 0; nth <= LIMIT; nth++) await read(guess(nth));
    expect(await read(TOKEN)).toBe(200);
    const headers = { ...cookie(TOKEN), 'x-csrf-token': CSRF };
    expect((await server.send('DELETE', '/session', { headers })).status).toBe(204);
  });

  it('given a network over the limit, then its users sign in', async () => {
    for (let nth = 0; nth <= LIMIT; nth++) await read(guess(nth));
    const reply = await server.json('POST', '/session', { email: 'ann@example.com', password: PASSWORD });
    expect(reply.status).toBe(200);
  });

  it('given a network over the limit, then the consent page refuses its unknown cookies', async () => {
    for (let nth = 0; nth <= LIMIT; nth++) await read(guess(nth));
    const request = { response_type: 'code', client_id: CLIENT_ID, redirect_uri: CALLBACK };
    const page = (token: string) =>
      server.send('GET', `/oauth/authorize?${new URLSearchParams(request)}`, { headers: cookie(token) });
    expect((await page(guess(9_999))).status).toBe(429);
    expect((await page(TOKEN)).status).toBe(200);
  });

  it('given a network over the limit, then the pages of other routes count and refuse too', async () => {
    for (let nth = 0; nth <= LIMIT; nth++) await read(guess(nth));
    const list = await server.send('GET', '/session/list', { headers: cookie(guess(9_999)) });
    expect(list.status).toBe(429);
    expect(list.headers['retry-after']).toBe('60');
  });
});
