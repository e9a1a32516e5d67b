import type { Actor } from '@porchlight/access';
import { exchange } from '@porchlight/testkit/src/exchange';
import { identifyUser, sendJson, getState } from '../src';
import { startEdge, type EdgeServer } from './edge-server';

const actor: Actor = { accountId: 7, userId: 3, role: 'Agent' };
const KEY = 'plk_key';
const JWT = 'aaa.bbb.ccc';

let server: EdgeServer;
beforeAll(async () => {
  server = await startEdge((express) => {
    const user = identifyUser({
      actorOfApiKey: async (key) => (key === KEY ? actor : undefined),
      actorOfToken: async (token) => (token === JWT ? actor : undefined),
      sessionOf: async (req) =>
        req.headers.cookie === 'good' ? { actor: { ...actor, system: 'Console' }, csrfToken: 'right' } : undefined,
      verifySystem: async () => undefined,
    });
    express.all('/v1/x', user, (req, res) => sendJson(res, 200, getState(req).actor));
  });
});
afterAll(() => server.stop());

const send = async (headers: Record<string, string>, method = 'GET', path = '/v1/x') => {
  const answer = await exchange({ port: server.port, path, method, headers, agent: false });
  const challenge = String(answer.headers['www-authenticate']);
  return { status: answer.status, challenge, text: answer.bytes.toString() };
};
const basic = (name: string) => ({ authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` });

describe('credentials', () => {
  it('an access token is a bearer token; a key as bearer and a token as basic are rejected', async () => {
    expect((await send({ authorization: `Bearer ${JWT}` })).status).toBe(200);
    expect((await send({ authorization: `bearer  ${JWT}` })).status).toBe(200);
    const key = await send({ authorization: `Bearer ${KEY}` });
    expect([key.status, key.challenge]).toEqual([401, 'Bearer error="invalid_token"']);
    const token = await send(basic(JWT));
    expect([token.status, token.challenge]).toEqual([401, expect.stringMatching(/^Basic/)]);
    expect((await send(basic(KEY))).status).toBe(200);
  });

  it('a token in the query string is rejected', async () => {
    expect((await send({}, 'GET', `/v1/x?access_token=${JWT}`)).status).toBe(401);
  });

  it("a session is its user with the pages' system, and changes nothing without the CSRF token", async () => {
    expect(JSON.parse((await send({ cookie: 'good' })).text)).toEqual({ ...actor, system: 'Console' });
    expect((await send({ cookie: 'good' }, 'HEAD')).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await send({ cookie: 'good' }, method)).status).toBe(403);
      expect((await send({ cookie: 'good', 'x-csrf-token': 'wrong' }, method)).status).toBe(403);
      expect((await send({ cookie: 'good', 'x-csrf-token': 'right' }, method)).status).toBe(200);
    }
    expect((await send({ cookie: 'bad', 'x-csrf-token': 'right' })).status).toBe(401);
  });

  it('the header wins over the cookie', async () => {
    expect((await send({ cookie: 'good', ...basic('nobody') })).status).toBe(401);
    expect(JSON.parse((await send({ cookie: 'good', ...basic(KEY) }, 'POST')).text)).toEqual(actor);
  });
});
