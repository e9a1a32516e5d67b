import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  createPorchlight,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  PorchlightError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  type PorchlightOptions,
} from '../src';
import { json, startFakeService, type FakeService } from './fake-service';

let service: FakeService;
beforeAll(async () => (service = await startFakeService()));
beforeEach(() => void (service.received.length = 0));
afterAll(() => service.stop());

const open = (options: Partial<PorchlightOptions> = {}) =>
  createPorchlight({ baseUrl: service.url, apiKey: 'key', system: { name: 'Site', key: 'secret' }, ...options });
const catchError = (promise: PromiseLike<unknown>): Promise<PorchlightError> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error: unknown) => error as PorchlightError,
  );

describe('a call', () => {
  it('sends credentials, system and idempotency key; returns the body and the response', async () => {
    service.respond = (_request, response) => json(response, 201, { id: 7 }, { 'x-event-id': '3', etag: '"1"' });
    const call = open().events.create({ source: 'x', type: 'Registration' });
    expect(await call).toEqual({ id: 7 });
    expect((await call.withResponse()).response.headers.get('x-event-id')).toBe('3');
    expect(service.received).toHaveLength(1);
    expect(service.received[0]).toMatchObject({
      method: 'POST',
      url: '/v1/events',
      body: '{"source":"x","type":"Registration"}',
      headers: {
        authorization: `Basic ${btoa('key:')}`,
        'x-system': 'Site',
        'x-system-key': 'secret',
        'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  it('sends path, query and options; requests the access token for each attempt', async () => {
    service.respond = (_request, response) => json(response, 200, {});
    let token = 0;
    const porchlight = open({ baseUrl: `${service.url}/v1/`, apiKey: undefined, accessToken: () => `t${++token}` });
    await porchlight.people.update(5, { firstName: 'B' }, undefined, { ifMatch: '"7"', suppressOwnWebhooks: true });
    await porchlight.webhookEvents.get('a/b');
    await porchlight.people
      .list({ stage: ['Lead', 'Hot, maybe'] as never, createdAfter: new Date(0), name: undefined, customColour: 'red' })
      .withResponse();
    expect(service.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /v1/people/5',
      'GET /v1/webhookEvents/a%2Fb',
      'GET /v1/people?stage=Lead%2CHot%2C+maybe&createdAfter=1970-01-01T00%3A00%3A00.000Z&customColour=red',
    ]);
    expect(service.received[0]!.headers).toMatchObject({
      authorization: 'Bearer t1',
      'if-match': '"7"',
      'x-suppress-webhooks': 'own',
    });
    expect(service.received[1]!.headers).toMatchObject({ authorization: 'Bearer t2' });
    expect(service.received[1]!.headers['idempotency-key']).toBeUndefined();
  });

  it('sends the CSRF token of a session with every change and no credentials', async () => {
    service.respond = (_request, response) => json(response, 200, {});
    const porchlight = open({ apiKey: undefined, csrfToken: () => 'token' });
    await porchlight.people.get(1);
    await porchlight.people.delete(1);
    expect(service.received.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'token']);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('returns undefined for an empty body', async () => {
    service.respond = (_request, response) => response.writeHead(204).end();
    expect(await open().events.create({ type: 'Registration' })).toBeUndefined();
  });

  it.each([undefined, '', 'api.porchlight.example'])(
    'given the base address %s, then the error says what to pass',
    (baseUrl) => {
      expect(() => createPorchlight({ apiKey: 'k', baseUrl: baseUrl as string })).toThrow('Pass baseUrl');
    },
  );

  it('throws a TypeError without an id, or with two credentials', () => {
    expect(() => open().people.get(undefined as never)).toThrow('Give id.');
    expect(() => open().people.get('..' as never)).toThrow('Give id.');
    expect(() => open({ accessToken: 't' })).toThrow('Give either apiKey or accessToken.');
    expect(service.received).toHaveLength(0);
  });
});

describe('an error', () => {
  it('has the reason, the message, the request id and the body', async () => {
    service.respond = (_request, response) =>
      json(response, 400, {
        errorMessage: "Unknown fields: 'x'.",
        errorCode: 'INVALID_BODY',
        requestId: 'r1',
        problems: [1],
      });
    const error = await catchError(open().people.create({}));
    expect(error).toBeInstanceOf(PorchlightError);
    expect(error).toMatchObject({
      message: "Unknown fields: 'x'.",
      reason: 'INVALID_BODY',
      status: 400,
      requestId: 'r1',
      body: { problems: [1] },
    });
    expect(service.received).toHaveLength(1);
  });

  it('of a proxy has the status and the text of the response', async () => {
    service.respond = (_request, response) => response.writeHead(502, { 'x-request-id': 'r2' }).end('<html>');
    expect(await catchError(open().people.get(1))).toMatchObject({
      status: 502,
      reason: 'HTTP_502',
      requestId: 'r2',
      body: '<html>',
    });
    service.respond = (_request, response) => response.writeHead(200).end('<html>');
    expect(await catchError(open().people.get(1))).toMatchObject({ status: 200, reason: 'BAD_ANSWER' });
  });
});

describe('a failed attempt', () => {
  const failing = (times: number, fail: (response: Parameters<FakeService['respond']>[1]) => void): void => {
    service.respond = (_request, response) =>
      service.received.length <= times ? fail(response) : json(response, 200, { id: 1 });
  };

  it('with Retry-After is repeated with the same idempotency key', async () => {
    failing(2, (response) =>
      json(response, 429, { errorMessage: 'Slow down.', errorCode: 'RATE_LIMITED' }, { 'retry-after': '0' }),
    );
    expect(await open().notes.create({ personId: 1 })).toEqual({ id: 1 });
    expect(new Set(service.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(service.received).toHaveLength(3);
  });

  it('waits for Retry-After up to the limit', async () => {
    failing(1, (response) => json(response, 503, {}, { 'retry-after': '1' }));
    const startedAt = performance.now();
    await open().people.get(1);
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    service.received.length = 0;
    failing(9, (response) => json(response, 429, { errorMessage: 'Later.' }, { 'retry-after': '3600' }));
    expect(await catchError(open().people.get(1))).toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    expect(service.received).toHaveLength(1);
  });

  it('is not repeated after the maximum number of retries', async () => {
    failing(9, (response) => json(response, 503, {}, { 'retry-after': '0' }));
    expect(await catchError(open({ retry: { retries: 2 } }).people.get(1))).toMatchObject({ status: 503 });
    expect(service.received).toHaveLength(3);
  });

  it('without a response is repeated for GET and POST, not for PUT and DELETE', async () => {
    const cut = (): void => failing(1, (response) => response.destroy());
    cut();
    await open().people.get(1);
    service.received.length = 0;
    cut();
    await open().people.create({});
    expect(service.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
    service.received.length = 0;
    cut();
    expect(await catchError(open().people.update(1, {}))).toMatchObject({ reason: 'NETWORK', status: undefined });
    expect(service.received).toHaveLength(1);
    service.received.length = 0;
    cut();
    expect(await catchError(open().people.delete(1))).toMatchObject({ reason: 'NETWORK' });
  });

  it('ends at the timeout and when the caller aborts it, also during a wait', async () => {
    service.respond = () => undefined;
    expect(await catchError(open({ timeoutMs: 50, retry: { retries: 0 } }).people.get(1))).toMatchObject({
      reason: 'TIMEOUT',
    });
    const never = { apiKey: undefined, accessToken: () => new Promise<string>(() => undefined), retry: { retries: 0 } };
    expect(await catchError(open({ ...never, timeoutMs: 50 }).people.get(1))).toMatchObject({ reason: 'TIMEOUT' });
    service.respond = (_request, response) => json(response, 503, {}, { 'retry-after': '30' });
    const giveUp = new AbortController();
    const call = open().people.get(1, undefined, { signal: giveUp.signal });
    setTimeout(() => giveUp.abort(), 50);
    expect(await catchError(call)).toMatchObject({ reason: 'ABORTED' });
  });
});

describe('a list', () => {
  const total = 10_000;
  const serve = (bytes = 0): void => {
    service.respond = ({ url }, response) => {
      service.received.length = 0;
      const { searchParams } = new URL(url, service.url);
      const from = Number(searchParams.get('next') ?? 0);
      const limit = Number(searchParams.get('limit') ?? 10);
      const next = from + limit < total ? String(from + limit) : null;
      const people = Array.from({ length: Math.min(limit, total - from) }, (_, i) => ({
        id: from + i,
        background: 'x'.repeat(bytes),
      }));
      json(response, 200, { _metadata: { collection: 'people', total, next }, people });
    };
  };

  it('returns one page when awaited', async () => {
    serve();
    const page = await open().people.list({ limit: 3 });
    expect(page).toMatchObject({ _metadata: { total, next: '3' }, people: [{ id: 0 }, { id: 1 }, { id: 2 }] });
  });

  it('returns every record when iterated, and requests no page after the loop ends', async () => {
    serve();
    const ids: number[] = [];
    for await (const { id } of open().people.list({ limit: 40 })) {
      ids.push(id);
      if (ids.length === 90) break;
    }
    expect(ids).toEqual(Array.from({ length: 90 }, (_, i) => i));
    let pages = 0;
    for await (const page of open().people.list().pages()) pages += page.people.length === 100 ? 1 : 0;
    expect(pages).toBe(100);
  });

  it('of 10,000 records holds one page in memory', async () => {
    serve(1_000);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => (collect(), process.memoryUsage().heapUsed);
    let count = 0;
    let before = 0;
    let peak = 0;
    for await (const _person of open().people.list()) {
      count += 1;
      if (count === 1_000) before = used();
      else if (count % 3_000 === 0) peak = Math.max(peak, used() - before);
    }
    expect(count).toBe(total);
    // All records have 10 MB, a page 0.1 MB.
    expect(peak).toBeLessThan(3_000_000);
  });
});

describe('the class of an error', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [409, ConflictError],
    [412, PreconditionFailedError],
    [429, RateLimitError],
    [500, ServerError],
  ])('follows from status %i', async (status, kind) => {
    service.respond = (_request, response) => json(response, status, { errorCode: 'X', errorMessage: 'M.' });
    const error = await catchError(open({ retry: { retries: 0 } }).people.get(1));
    expect(error).toBeInstanceOf(kind);
    expect(error.name).toBe('PorchlightError');
  });

  it('given a 400, then the error has every problem', async () => {
    const problems = [
      { field: 'emails', code: 'INVALID', message: 'No email.' },
      { field: null, code: 'MISSING', message: 'x' },
    ];
    service.respond = (_request, response) => json(response, 400, { errorCode: 'X', errorMessage: 'M.', problems });
    expect((await catchError(open().people.create({}))).problems).toEqual(problems);
  });

  it('given the page of a proxy, then the error has no problems', async () => {
    service.respond = (_request, response) => response.writeHead(400).end('<html>');
    expect((await catchError(open().people.create({}))).problems).toEqual([]);
  });

  it('given no service, then it is a NetworkError', async () => {
    const fails = (): Promise<Response> => Promise.reject(new TypeError('down'));
    expect(await catchError(open({ fetch: fails, retry: { retries: 0 } }).people.get(1))).toBeInstanceOf(NetworkError);
  });
});

it('given a path with a parameter other than id, then the method takes it', async () => {
  service.respond = (_request, response) => json(response, 200, {});
  await open().dealAttachments.completeUpload('u1');
  expect(service.received[0]!.url).toBe('/v1/dealAttachments/uploads/u1/complete');
});
