import type { Actor } from '@porchlight/access';
import { appointmentTypes, people, stages, webhooks } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Descriptor, Verb } from '@porchlight/resource';
import * as fc from 'fast-check';
import { exchange } from '@porchlight/testkit/src/exchange';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  createEdgeApp,
  identifySystem,
  identifyUser,
  readBody,
  addResourceRoutes,
  createRouteTable,
  sendJson,
  type Served,
} from '../src';

const ACTORS: Record<string, Actor> = {
  owner: { accountId: 7, userId: 1, role: 'Owner' },
  broker: { accountId: 7, userId: 2, role: 'Broker' },
  agent: { accountId: 7, userId: 3, role: 'Agent' },
};

interface Forwarded {
  resource: string;
  verb: Verb;
  request: Record<string, unknown>;
  call: { actor: Actor; suppressOwn: boolean };
}

interface SendOptions {
  key?: string | null;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

const forwarded: Forwarded[] = [];
const lines: Served[] = [];
const faults: unknown[] = [];
let reply: (call: Forwarded) => unknown = () => ({
  record: { id: 5, version: 1, tags: [], emails: [], phones: [], addresses: [], collaborators: [] },
  created: true,
});
const keepAlive = new Agent({ keepAlive: true });
let started: Listening;
let port: number;

beforeAll(async () => {
  const credentials = {
    actorOfApiKey: async (key: string) => ACTORS[key],
    verifySystem: async (name: string, key: string) =>
      name === 'Demo' && key === 'right' ? { name: 'Demo' } : undefined,
  };
  const options = {
    forward: async (descriptor: Descriptor, verb: Verb, message: object, call: Forwarded['call']) => {
      const one = { resource: descriptor.resource, verb, request: message as Record<string, unknown>, call };
      forwarded.push(one);
      return reply(one);
    },
    publicBaseUrl: 'https://api.example.test',
    user: identifyUser(credentials),
    forwardAction: async () => ({}),
    customNames: async () => new Set(['customBudget']),
    body: readBody(),
    largeBody: readBody({ limit: LIMITS.largeBodyBytes.value }),
    system: identifySystem(credentials, false),
  };
  let n = 0;
  const table = createRouteTable();
  const kept = { ...stages, path: 'silentStages', deleteResponse: 'none' };
  for (const descriptor of [appointmentTypes, people, stages, webhooks, kept])
    addResourceRoutes(table, descriptor as unknown as Descriptor, options);
  table.add('GET', '/unsendable', () => {
    throw refuse('METHOD_NOT_ALLOWED', { method: 'GET', allow: 'a\nb' });
  });
  const app = createEdgeApp(
    {
      now: () => 0,
      requestId: () => `r${++n}`,
      served: (line) => lines.push(line),
      fault: (error) => faults.push(error),
      api: [table.handler],
    },
    (express) => void express.get('/page', (req, res) => sendJson(res, 200, { page: req.url })),
  );
  started = await listen(app);
  started.server.keepAliveTimeout = 60_000;
  port = started.port;
});

afterAll(() => {
  keepAlive.destroy();
  return started.stop();
});

beforeEach(() => {
  forwarded.length = lines.length = faults.length = 0;
});

const send = async (
  method: string,
  path: string,
  { key = 'owner', headers = {}, body }: SendOptions = {},
): Promise<TestResponse> => {
  const authorization = key === null ? {} : { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  const { bytes, ...answer } = await exchange(
    { agent: keepAlive, port, method, path, headers: { ...authorization, ...headers } },
    body,
  );
  return { ...answer, body: bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {} };
};

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
  send('POST', path, {
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('D12.1 responses that a descriptor declares', () => {
  it.each([
    ['POST', '/v1/appointmentTypes', 'update'],
    ['PUT', '/v1/appointmentTypes/1', 'update'],
    ['DELETE', '/v1/appointmentTypes/1', 'delete'],
  ])('given an agent, then %s %s names what the role may not do', async (method, path, verb) => {
    expect(await send(method, path, { key: 'agent' })).toMatchObject({
      status: 403,
      body: { errorMessage: `You do not have access to ${verb} appointment types.`, errorCode: 'FORBIDDEN' },
    });
  });

  it('given an empty list as response of a delete, then the body is []', async () => {
    expect(await send('DELETE', '/v1/appointmentTypes/1')).toMatchObject({ status: 200, body: [] });
  });

  it('given no response of a delete, then it is 204 without body', async () => {
    const answer = await send('DELETE', '/v1/silentStages/1');
    expect(answer.status).toBe(204);
    expect(answer.headers['content-length']).toBeUndefined();
  });

  it('given a PUT without fields, then the record is returned', async () => {
    reply = () => ({ record: { id: 1, version: 1, name: 'Listing', orderWeight: 2000 } });
    const headers = { 'content-type': 'application/json' };
    const answer = await send('PUT', '/v1/appointmentTypes/1', { headers, body: '{}' });
    expect(answer).toMatchObject({ status: 200, body: { id: 1, name: 'Listing', orderWeight: 2000 } });
  });
});

describe('who calls', () => {
  it('is refused without credentials, with the challenge', async () => {
    const answer = await send('GET', '/v1/people', { key: null });
    expect(answer).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHENTICATED' } });
    expect(answer.headers['www-authenticate']).toContain('Basic realm=');
  });

  it.each(['Basic', 'Basic %%%', 'Bearer owner', 'Basic ' + 'a'.repeat(5000)])(
    'is refused with %s',
    async (authorization) => {
      expect((await send('GET', '/v1/people', { key: null, headers: { authorization } })).status).toBe(401);
    },
  );

  it('after a bad bearer token is challenged for a bearer token', async () => {
    const answer = await send('GET', '/v1/people', { key: null, headers: { authorization: 'Bearer nonsense' } });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it('D1.15 is part of the response', async () => {
    reply = () => ({ records: [], page: { total: 0, next: '' } });
    const { headers } = await send('GET', '/v1/people', { key: 'agent' });
    expect(headers).toMatchObject({
      'x-account-id': '7',
      'x-user-id': '3',
      'x-request-id': expect.stringMatching(/^r\d+$/),
    });
  });

  it('is refused if the roles table excludes the role', async () => {
    expect(await post('/v1/stages', { name: 'x' }).then((a) => a.status)).not.toBe(403);
    const answer = await send('POST', '/v1/stages', { key: 'agent', body: '{"name":"x"}' });
    expect(answer).toMatchObject({ status: 403, body: { errorMessage: 'The role Agent is not allowed to do this.' } });
  });
});

describe('the calling system', () => {
  it('is required for webhooks', async () => {
    expect(await send('GET', '/v1/webhooks')).toMatchObject({
      status: 400,
      body: { errorMessage: expect.stringContaining('registered system') },
    });
    expect(
      (await send('GET', '/v1/webhooks', { key: 'broker', headers: { 'x-system': 'Demo', 'x-system-key': 'right' } }))
        .status,
    ).toBe(403);
  });

  it('D3.3 is passed on once its key matches, by header or by the query', async () => {
    reply = () => ({ records: [], page: { total: 0, next: '' } });
    await send('GET', '/v1/webhooks', { headers: { 'x-system': 'Demo', 'x-system-key': 'right' } });
    await send('GET', '/v1/webhooks?system=Demo', { headers: { 'x-system-key': 'right' } });
    expect(forwarded.map((f) => f.call.actor.system)).toEqual(['Demo', 'Demo']);
  });

  it('is rejected if name and key do not match', async () => {
    const answer = await send('GET', '/v1/people', { headers: { 'x-system': 'Demo', 'x-system-key': 'wrong' } });
    expect(answer).toMatchObject({ status: 401, body: { errorCode: 'UNKNOWN_SYSTEM' } });
  });
});

describe('own webhooks', () => {
  const wanted = (word?: string) =>
    send('POST', '/v1/stages', {
      body: '{"name":"x"}',
      headers: word === undefined ? {} : { 'x-suppress-webhooks': word },
    });

  it('are not notified if the request says so, in upper or lower case', async () => {
    for (const word of [undefined, '', 'own', 'Own', ' OWN ']) await wanted(word);
    expect(forwarded.map(({ call }) => call.suppressOwn)).toEqual([false, false, true, true, true]);
  });

  it.each(['true', 'all', 'own,own'])('are not notified for an unknown value: %s', async (word) => {
    expect(await wanted(word)).toMatchObject({
      status: 400,
      body: {
        errorCode: 'INVALID_HEADER',
        errorMessage: "The header X-Suppress-Webhooks cannot be read. Send 'own', or leave it out.",
      },
    });
    expect(forwarded).toHaveLength(0);
  });
});

describe('bodies', () => {
  beforeEach(() => {
    reply = () => ({
      record: { id: 5, version: 1, tags: [], emails: [], phones: [], addresses: [], collaborators: [] },
      created: true,
    });
  });

  it('are read as JSON; the response is 201 with the record', async () => {
    const answer = await post('/v1/people', { firstName: 'Ann', emails: ['a@b.c'] });
    expect(answer).toMatchObject({ status: 201, body: { id: 5, contacted: 0, emails: [] } });
    expect(forwarded[0]!.request).toMatchObject({
      record: { firstName: 'Ann', emails: [{ value: 'a@b.c', type: 'home' }] },
      mask: ['firstName', 'emails'],
    });
  });

  it('D1.4 are read as forms with bracket notation', async () => {
    const answer = await send('POST', '/v1/people', {
      body: 'firstName=Zo%C3%AB&emails[0][value]=a@b.c&phones[]=555&price=3&contacted=true',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(201);
    expect(forwarded[0]!.request).toMatchObject({
      record: { firstName: 'Zoë', price: 3, contacted: true, emails: [{ value: 'a@b.c' }], phones: [{ value: '555' }] },
    });
  });

  it.each([
    ['malformed JSON', '{"a":', {}, 400, 'MALFORMED_JSON'],
    ['an array', '[]', {}, 400, 'INVALID_BODY'],
    ['null', 'null', {}, 400, 'INVALID_BODY'],
    ['bytes that are no UTF-8', Buffer.from('{"firstName":"Jörg"}', 'latin1'), {}, 415, 'UNSUPPORTED_CHARSET'],
    [
      'a form that is no UTF-8',
      Buffer.from('firstName=Jörg', 'latin1'),
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_CHARSET',
    ],
    ['another media type', '<a/>', { 'content-type': 'application/xml' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another charset', '{}', { 'content-type': 'application/json; charset=klingon' }, 415, 'UNSUPPORTED_CHARSET'],
    ['an unknown encoding', '{}', { 'content-encoding': 'rot13' }, 415, 'UNSUPPORTED_CONTENT_ENCODING'],
    ['2 MB', JSON.stringify({ background: 'x'.repeat(2_000_000) }), {}, 413, 'BODY_TOO_LARGE'],
    ['200 levels', '{"tags":' + '['.repeat(200) + ']'.repeat(200) + '}', {}, 400, 'INVALID_BODY'],
    ['a $-operator', '{"firstName":{"$gt":""}}', {}, 400, 'INVALID_BODY'],
    ['__proto__', '{"__proto__":{"admin":true}}', {}, 400, 'INVALID_BODY'],
  ])('of %s are rejected and the process continues', async (_what, body, headers, status, errorCode) => {
    expect(await post('/v1/people', body, headers)).toMatchObject({ status, body: { errorCode } });
    expect(forwarded).toEqual([]);
  });

  it('with random mutations never cause more than a 4xx', async () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('\0', '\ud800', '$where'),
    );
    const keys = fc.oneof(
      fc.constantFrom('firstName', 'emails', 'phones', 'tags', 'price', 'stageId', 'addresses', '__proto__', '$set'),
      fc.string(),
    );
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(keys, tie('node'), { maxKeys: 4 }),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, value, { maxKeys: 6 }), async (body) => {
        const { status } = await post('/v1/people', body);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 1_500 },
    );
    expect(faults).toEqual([]);
  });
});

describe('lists', () => {
  it('D2.1 are wrapped, and nextLink keeps the query', async () => {
    reply = () => ({ records: [], page: { total: 12, next: 'tok' } });
    const { body } = await send('GET', '/v1/people?limit=2&offset=4&stage=Lead');
    expect(body).toEqual({
      _metadata: {
        collection: 'people',
        offset: 4,
        limit: 2,
        total: 12,
        next: 'tok',
        nextLink: 'https://api.example.test/v1/people?limit=2&stage=Lead&next=tok',
      },
      people: [],
    });
  });

  it('report all problems of a query at once', async () => {
    const { body } = await send('GET', '/v1/people?limit=0&colour=red&name=a&name=b');
    expect(body['errorMessage']).toMatch(/'limit'.*'name' is given 2 times.*'colour'/);
  });
});

describe('paths', () => {
  it.each([
    ['GET', '/v1/nothing', 404],
    ['GET', '/v1/people/2147483648', 404],
    ['GET', '/v1/people/abc', 404],
    ['GET', '/v1/people/%E0%A4%A', 404],
    ['PATCH', '/v1/people/5', 405],
    ['DELETE', '/v1/people', 405],
  ])('%s %s returns %i', async (method, path, status) => {
    const answer = await send(method, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      errorMessage: expect.any(String),
      errorCode: expect.any(String),
      requestId: expect.any(String),
    });
    if (status === 405) expect(answer.headers.allow).toContain('GET');
  });

  it('D1.14 support HEAD where they support GET', async () => {
    reply = () => ({ records: [], page: { total: 0, next: '' } });
    expect(await send('HEAD', '/v1/people')).toMatchObject({ status: 200, body: {} });
  });

  it('reject Accept headers without JSON', async () => {
    expect((await send('GET', '/v1/people', { headers: { accept: 'text/csv' } })).status).toBe(406);
  });
});

describe('faults', () => {
  it('D1.2 show a fixed sentence and the request id, nothing else', async () => {
    reply = () => {
      throw new Error('connect ECONNREFUSED mongodb://secret');
    };
    const { status, body } = await send('GET', '/v1/people/5');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(faults).toHaveLength(1);
  });

  it('D1.3 of an unavailable service are 503 with Retry-After', async () => {
    reply = () => {
      throw refuse('UNAVAILABLE');
    };
    const answer = await send('GET', '/v1/people/5');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
  });
});

it('writes one line per request, without the query', async () => {
  reply = () => ({ records: [], page: { total: 0, next: '' } });
  await send('GET', '/v1/people?email=a@b.c');
  expect(lines).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/v1/people',
      operation: 'people.people.list',
      status: 200,
      outcome: 'ok',
      account: 7,
      user: 1,
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('a@b.c');
});

describe('custom fields in a body', () => {
  it('are accepted; if the body is rejected for another reason, undefined ones are reported too', async () => {
    reply = () => ({
      record: { id: 5, version: 1, tags: [], emails: [], phones: [], addresses: [], collaborators: [] },
      created: true,
    });
    expect((await post('/v1/people', { customShoeSize: 44 })).status).toBe(201);
    expect(forwarded[0]!.request).toMatchObject({
      record: { customFields: { customShoeSize: '44' } },
      mask: ['customFields'],
    });
    const refused = await post('/v1/people', { customShoeSize: 44, customBudget: 1, shoeColour: 'red' });
    expect(refused).toMatchObject({
      status: 400,
      body: { errorMessage: "Unknown fields: 'customShoeSize', 'shoeColour'." },
    });
  });
});

describe('entity tags', () => {
  const record = { id: 5, version: 3, name: 'Lead' };
  beforeEach(() => {
    reply = () => ({ record, created: true });
  });

  it('are sent with every record, and a current tag returns 304 without a body', async () => {
    const first = await send('GET', '/v1/stages/5');
    expect(first.headers.etag).toMatch(/^"3-[\w-]{11}"$/);
    for (const known of [first.headers.etag!, '*', `"x", W/${first.headers.etag}`])
      expect(await send('GET', '/v1/stages/5', { headers: { 'if-none-match': known } })).toMatchObject({
        status: 304,
        body: {},
      });
    expect((await send('GET', '/v1/stages/5', { headers: { 'if-none-match': '"3-aaaaaaaaaaa"' } })).status).toBe(200);
    expect((await post('/v1/stages', { name: 'x' })).headers.etag).toBe(first.headers.etag);
  });

  it('protect a write by the version that it expects', async () => {
    const put = (tag: string) => send('PUT', '/v1/stages/5', { body: '{"name":"x"}', headers: { 'if-match': tag } });
    await put('"3-abcdefghijk"');
    await send('DELETE', '/v1/stages/5', { headers: { 'if-match': '"3-abcdefghijk"' } });
    await put('*');
    await put('"1-abcdefghijk", "3-abc-efghijk-br", "2-abcdefghijk-gz"');
    await send('PUT', '/v1/stages/5', { body: '{"name":"x"}', headers: { 'if-none-match': '*' } });
    const versions = forwarded.map(({ request: { options } }) => options);
    expect(versions).toEqual([{ ifVersion: '3' }, { ifVersion: '3' }, {}, { ifVersion: '3' }, { ifVersion: '0' }]);
  });

  // No record has version 0; a missing record is still a 404.
  it.each(['W/"3-abcdefghijk"', '"three"', '"99999999999-abcdefghijk"', '""'])(
    'that are foreign match no record: %s',
    async (tag) => {
      await send('PUT', '/v1/stages/5', { body: '{"name":"x"}', headers: { 'if-match': tag } });
      expect(forwarded[0]?.request['options']).toEqual({ ifVersion: '0' });
    },
  );

  it.each(['3', '3-abcdefghijk', '"3', 'w/"3-abcdefghijk"', '"3-abcdefghijk" "x"', ',', '*, "x"'])(
    'that are malformed: 400 for a write, ignored by a read: %s',
    async (tag) => {
      const answer = await send('PUT', '/v1/stages/5', { body: '{"name":"x"}', headers: { 'if-match': tag } });
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'INVALID_HEADER' } });
      expect(forwarded).toHaveLength(0);
      expect((await send('GET', '/v1/stages/5', { headers: { 'if-none-match': tag } })).status).toBe(200);
    },
  );
});

describe('codings', () => {
  const record = { id: 5, version: 3, name: 'Lead '.repeat(400) };
  beforeEach(() => {
    reply = () => ({ record, created: true });
  });
  const raw = (method: string, path: string, headers: Record<string, string>) =>
    exchange({ agent: keepAlive, port, method, path, auth: 'owner:', headers });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['', undefined],
  ])('Accept-Encoding %j selects %s, with a separate tag', async (accepted, coding) => {
    const answer = await raw('GET', '/v1/stages/5', { 'accept-encoding': accepted });
    expect([answer.status, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      200,
      coding,
      'Accept-Encoding',
    ]);
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    const plain =
      coding === 'br'
        ? brotliDecompressSync(answer.bytes)
        : coding === 'gzip'
          ? gunzipSync(answer.bytes)
          : answer.bytes;
    expect(JSON.parse(plain.toString())).toMatchObject({ id: 5, name: record.name });
    if (coding) expect(answer.bytes.length).toBeLessThan(300);
    expect(answer.headers.etag).toMatch(coding ? (coding === 'br' ? /-br"$/ : /-gz"$/) : /^"3-[\w-]{11}"$/);
    const again = await raw('GET', '/v1/stages/5', {
      'accept-encoding': accepted,
      'if-none-match': answer.headers.etag!,
    });
    expect([again.status, again.headers.etag, again.headers.vary, again.bytes.length]).toEqual([
      304,
      answer.headers.etag,
      'Accept-Encoding',
      0,
    ]);
    const head = await raw('HEAD', '/v1/stages/5', { 'accept-encoding': accepted });
    expect([head.status, head.headers['content-length'], head.headers['content-encoding'], head.bytes.length]).toEqual([
      200,
      answer.headers['content-length'],
      coding,
      0,
    ]);
    await send('PUT', '/v1/stages/5', { body: '{"name":"x"}', headers: { 'if-match': answer.headers.etag! } });
    expect(forwarded.at(-1)?.request['options']).toEqual({ ifVersion: '3' });
  });

  it('small responses are not compressed', async () => {
    reply = () => ({ record: { id: 5, version: 3, name: 'Lead' }, created: false });
    const answer = await raw('GET', '/v1/stages/5', { 'accept-encoding': 'br' });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  });
});

describe('content negotiation', () => {
  it.each([
    ['application/json', 200],
    ['text/html, */*;q=0.1', 200],
    ['application/*', 200],
    ['APPLICATION/JSON; charset=utf-8', 200],
    ['text/html', 406],
    ['image/png, text/*', 406],
    ['application/json;q=0', 406],
    ['*/*;q=0', 406],
    ['application/json;q=0, */*', 406],
    ['application/*;q=0, application/json;q=0.1', 200],
  ])('Accept: %s returns %i', async (accept, status) => {
    expect((await send('GET', '/v1/stages/5', { headers: { accept } })).status).toBe(status);
  });
});

describe('idempotency keys', () => {
  const forwardedKeys = (): ({ key: string; fingerprint: string } | undefined)[] =>
    forwarded.map(
      ({ call }) => (call as unknown as { idempotencyKey?: { key: string; fingerprint: string } }).idempotencyKey,
    );

  it('are forwarded with every POST, scoped to the credential, with a fingerprint of the request', async () => {
    await post('/v1/stages', { name: 'a' }, { 'idempotency-key': 'k1' });
    await post('/v1/stages', { name: 'b' }, { 'idempotency-key': 'k1' });
    await post('/v1/stages?system=', { name: 'a' }, { 'idempotency-key': 'k1' });
    await post('/v1/stages', { name: 'a' });
    await send('GET', '/v1/stages/5', { headers: { 'idempotency-key': 'k1' } });
    const all = forwardedKeys();
    expect(all.map((one) => one?.key)).toEqual([
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^token:1:.+:k1$/) as string),
      undefined,
      undefined,
    ]);
    expect(new Set(all.slice(0, 3).map((one) => one?.fingerprint)).size).toBe(3);
  });

  it.each(['x'.repeat(256), 'x'.repeat(300), 'schl\u00fcssel', 'a\tb'])(
    'that are malformed return 400: %j',
    async (key) => {
      const answer = await post('/v1/stages', { name: 'a' }, { 'idempotency-key': key });
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'INVALID_IDEMPOTENCY_KEY' } });
      expect(forwarded).toHaveLength(0);
    },
  );
});

test('given a path in upper case, a longer first segment or a page, then only paths below /v1 are routed as API', async () => {
  forwarded.length = 0;
  expect((await send('GET', '/V1/people/7')).status).toBe(200);
  expect(forwarded).toHaveLength(1);
  expect((await send('GET', '/v10/people/7')).body).toMatchObject({ errorCode: 'NO_SUCH_PATH' });
  expect((await send('GET', '/v1?limit=1')).body).toMatchObject({ errorCode: 'NO_SUCH_PATH' });
  expect((await send('GET', '/page?of=1')).body).toEqual({ page: '/page?of=1' });
  expect(forwarded).toHaveLength(1);
});

test('given an error that cannot be sent, then the connection is closed, the fault is reported and others are served', async () => {
  await expect(send('GET', '/v1/unsendable')).rejects.toThrow('socket hang up');
  expect(faults).toMatchObject([{ code: 'ERR_INVALID_CHAR' }]);
  expect((await send('GET', '/v1/people/7')).status).toBe(200);
});
