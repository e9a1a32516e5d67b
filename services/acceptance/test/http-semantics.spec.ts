import { randomUUID } from 'node:crypto';
import { account, as, clientWith, keyHeader, systemHeaders, unique, type Reply } from '../src/client';

const owner = as('owner');
const broker = as('broker');
const times = <T>(n: number, fn: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => fn(index));
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-window', 'x-ratelimit-context'];

describe('Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('given a repeated POST, then the same response with a marker; given another body, then 409', async () => {
    const key = randomUUID();
    const body = { firstName: unique() };
    const first = await owner.post('/v1/people', body, keyed(key));
    const again = await owner.post('/v1/people', body, keyed(key));
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.status, again.headers['idempotent-replayed'], again.headers.etag, again.headers.location]).toEqual([
      201,
      'true',
      first.headers.etag,
      first.headers.location,
    ]);
    expect(again.body).toEqual(first.body);
    const other = await owner.post('/v1/people', { ...body, lastName: 'Other' }, keyed(key));
    expect([other.status, other.body.errorCode]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const elsewhere = await owner.post('/v1/notes', { personId: first.body.id, body: 'x' }, keyed(key));
    expect(elsewhere.status).toBe(409);
  });

  it('given 20 concurrent equal leads, then one is stored and all get its response', async () => {
    const key = randomUUID();
    const lead = {
      source: unique(),
      type: 'Registration',
      message: 'Hello',
      person: { firstName: unique(), lastName: 'Nobody' },
    };
    const replies = await Promise.all(times(20, () => owner.post('/v1/events', lead, keyed(key))));
    expect(replies.map(({ status }) => status)).toEqual(times(20, () => 201));
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await owner.get(`/v1/events?personId=${replies[0]!.body.id}`)).body._metadata.total).toBe(1);
  });

  it('keys are separate per user and per API key, also with another body', async () => {
    const path = `/v1/users/${account(1).users.owner.id}/apiKeys`;
    const second = (await owner.post(path, { label: unique() })).body as { id: number; apiKey: string };
    const ownersOther = clientWith({ ...systemHeaders, ...keyHeader(second.apiKey) });
    try {
      const key = randomUUID();
      const body = { firstName: unique() };
      const first = await owner.post('/v1/people', body, keyed(key));
      const others = [
        await broker.post('/v1/people', body, keyed(key)),
        await ownersOther.post('/v1/people', { ...body, lastName: 'Other' }, keyed(key)),
      ];
      for (const { status, headers } of others)
        expect([status, headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect(new Set([first, ...others].map((reply) => reply.body.id)).size).toBe(3);
      for (const [client, made, sent] of [
        [owner, first, body],
        [broker, others[0]!, body],
        [ownersOther, others[1]!, { ...body, lastName: 'Other' }],
      ] as const) {
        const again = await client.post('/v1/people', sent, keyed(key));
        expect([again.headers['idempotent-replayed'], again.body.id]).toEqual(['true', made.body.id]);
      }
    } finally {
      await owner.delete(`${path}/${second.id}`);
    }
  });

  it('a refused request releases its key, and a repeated batch creates people once', async () => {
    const free = randomUUID();
    expect((await owner.post('/v1/people', { firstName: unique(), stageId: 2_000_000_000 }, keyed(free))).status).toBe(
      400,
    );
    expect((await owner.post('/v1/people', { firstName: unique() }, keyed(free))).status).toBe(201);
    const people = { people: times(5, () => ({ firstName: unique() })) };
    const bulk = randomUUID();
    const [one, two] = [
      await owner.post('/v1/people/batch', people, keyed(bulk)),
      await owner.post('/v1/people/batch', people, keyed(bulk)),
    ];
    expect(two.headers['idempotent-replayed']).toBe('true');
    expect(two.body).toEqual(one.body);
  });

  it.each(['x'.repeat(300), 'a\tb', 'schl\u00fcssel'])('given the invalid key %j, then 400', async (key) => {
    const reply = await owner.post('/v1/people', { firstName: unique() }, keyed(key));
    expect([reply.status, reply.body.errorCode]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });
});

it('given 50 concurrent read-modify-write loops with If-Match, then no update is lost', async () => {
  const { body: person } = await owner.post('/v1/people', { firstName: unique(), tags: [] });
  const loop = async (tag: string): Promise<void> => {
    for (let round = 0; round < 300; round++) {
      const { body, headers } = await owner.get(`/v1/people/${person.id}`);
      const reply = await owner.put(
        `/v1/people/${person.id}`,
        { tags: [...(body.tags as string[]), tag] },
        { headers: { 'if-match': headers.etag! } },
      );
      if (reply.status === 200) return;
      if (reply.status !== 412 && reply.status !== 409)
        throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    }
    throw new Error('It never came to its turn.');
  };
  await Promise.all(times(50, (nth) => loop(`tag${nth}`)));
  expect([...((await owner.get(`/v1/people/${person.id}`)).body.tags as string[])].sort()).toEqual(
    times(50, (nth) => `tag${nth}`).sort(),
  );
});

describe('POST /v1/batch', () => {
  it('returns a status and body per request, with the role of the caller', async () => {
    const marker = unique();
    const agent = as('agent');
    const reply = await agent.post('/v1/batch', {
      requests: [
        { method: 'POST', path: '/v1/people', body: { firstName: marker } },
        { method: 'POST', path: '/v1/stages', body: { name: marker } },
        { method: 'GET', path: '/v1/me' },
        { method: 'GET', path: '/v1/people/2000000000' },
        { method: 'POST', path: '/v1/batch', body: { requests: [] } },
      ],
    });
    expect([reply.status, ...reply.body.responses.map(({ status }: Reply) => status)]).toEqual([
      207, 201, 403, 200, 404, 400,
    ]);
    expect(reply.body.responses[0].body.firstName).toBe(marker);
    const many = await owner.post('/v1/batch', { requests: times(51, () => ({ method: 'GET', path: '/v1/me' })) });
    expect([many.status, many.body.errorCode]).toEqual([400, 'INVALID_BODY']);
  });

  it('given a repeated batch with its key, then no record is created twice', async () => {
    const batch = { requests: times(3, () => ({ method: 'POST', path: '/v1/people', body: { firstName: unique() } })) };
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = [
      await owner.post('/v1/batch', batch, { headers }),
      await owner.post('/v1/batch', batch, { headers }),
    ];
    const ids = ({ body }: Reply): number[] => body.responses.map((answer: Reply) => answer.body.id as number);
    expect([one.status, two.status, ids(two)]).toEqual([200, 200, ids(one)]);
  });
});

describe('negotiation', () => {
  it.each([
    ['GET', '/v1/people', { accept: 'text/html' }, 406, 'NOT_ACCEPTABLE'],
    ['GET', '/v1/people', { accept: 'application/json;q=0' }, 406, 'NOT_ACCEPTABLE'],
    ['POST', '/v1/people', { 'content-type': 'text/xml' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['POST', '/v1/people', { 'content-type': 'application/json; charset=klingon' }, 415, 'UNSUPPORTED_CHARSET'],
    ['POST', '/v1/people', { 'content-encoding': 'rot13' }, 415, 'UNSUPPORTED_CONTENT_ENCODING'],
    ['PATCH', '/v1/people', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/v1/nothing', {}, 404, 'NO_SUCH_PATH'],
  ])('given %s %s with %j, then %i with rate limit headers', async (method, path, headers, status, reason) => {
    const reply = await owner.call(method, path, {
      headers: headers as unknown as Record<string, string>,
      ...(method === 'POST' && { body: '{}' }),
    });
    expect([reply.status, reply.body.errorCode]).toEqual([status, reason]);
    for (const name of RATE_HEADERS) expect(reply.headers[name]).toBeDefined();
    if (status === 405) expect(reply.headers.allow).toBe('GET, HEAD, POST');
  });

  it.each([
    ['an address', `/v1/people?name=${'x'.repeat(17_000)}`, {}],
    ['a header', '/v1/people', { 'x-note': 'x'.repeat(17_000) }],
  ])('given %s over the HTTP limit, then 431 with an error body', async (_what, path, headers) => {
    const reply = await owner.get(path, { headers });
    expect([reply.status, reply.body.errorCode, reply.body.requestId]).toEqual([
      431,
      'HEADERS_TOO_LARGE',
      reply.headers['x-request-id'],
    ]);
  });

  it('unauthenticated requests are refused', async () => {
    const stranger = clientWith({ authorization: 'Basic eDo=', ...systemHeaders });
    expect((await stranger.get('/v1/nothing')).status).toBe(401);
    expect((await clientWith({}).get('/v1/nothing')).status).toBe(404);
  });
});
