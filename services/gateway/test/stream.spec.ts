import type { Caller } from '@porchlight/access';
import { createRegistry, type StreamEvent } from '@porchlight/contracts';
import {
  createEdgeApp,
  createRouteTable,
  identifySystem,
  identifyUser,
  type Credentials,
  type Forward,
} from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { createIds, createMetrics, startStopwatch, systemClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createStreams, type Streams } from '../src/stream/stream-routes';

const OWNER: Caller = { accountId: 7, userId: 1, role: 'Owner' };
const AGENT: Caller = { accountId: 7, userId: 3, role: 'Agent' };
/** People that the agent may see. */
const PEOPLE_OF_AGENT = new Set([4, 5]);

const createEvent = (nth: number, change: Partial<StreamEvent> = {}): StreamEvent => ({
  position: `e1-0-${nth}`,
  eventId: `event-${nth}`,
  event: 'peopleUpdated',
  ids: [4],
  occurred: new Date('2026-01-02T03:04:05Z'),
  dataJson: '',
  deleted: false,
  suppressedSystem: '',
  ...change,
});

/** The stream service of the notifier for one account, with events that tests add. */
const createNotifier = () => {
  const events: StreamEvent[] = [];
  const notifier = {
    refusal: undefined as Error | undefined,
    isReset: false,
    closed: [] as string[],
    opened: [] as string[],
    isAway: false,
    add: (event: StreamEvent) => void events.push(event),
    count: () => events.length,
    client: {
      openStream: async ({ lastEventId }: { lastEventId: string }) => {
        notifier.opened.push(lastEventId);
        if (notifier.refusal) throw notifier.refusal;
        const known = /^e1-0-\d+$/.test(lastEventId);
        return { position: known ? lastEventId : `e1-0-${events.length}`, reset: lastEventId !== '' && !known };
      },
      closeStream: async ({ connectionId }: { connectionId: string }) => {
        notifier.closed.push(connectionId);
        return {};
      },
      readStreams: async ({ accounts }: { accounts: { accountId: number; after: string }[] }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (notifier.isAway) throw refuse('UNAVAILABLE');
        const { accountId, after } = accounts[0]!;
        const from = Number(after.split('-')[2]);
        const position = `e1-0-${events.length}`;
        if (events.length === from) return { accounts: [] };
        return { accounts: [{ accountId, events: events.slice(from), position, reset: false }] };
      },
    },
  };
  return notifier;
};

let notifier: ReturnType<typeof createNotifier>;
let streams: Streams;
let server: Listening;
/** The callers by key; tests end a key by deleting it. */
let callers: Map<string, Caller>;
let isPeopleAway: boolean;
const clients = new Set<IncomingMessage>();

const credentials: Credentials = {
  actorOfApiKey: async (key) => callers.get(key),
  verifySystem: async () => undefined,
};
/** The list of people that the caller may see. */
const forward: Forward = async (
  _descriptor,
  _verb,
  { query }: { query?: { filters: { name: string; values: string[] }[] } },
) => {
  if (isPeopleAway) throw refuse('UNAVAILABLE');
  const ids = query!.filters.find(({ name }) => name === 'id')!.values.map(Number);
  return { records: ids.filter((id) => PEOPLE_OF_AGENT.has(id)).map((id) => ({ id })) };
};

beforeEach(async () => {
  notifier = createNotifier();
  isPeopleAway = false;
  callers = new Map([
    ['owner', OWNER],
    ['agent', AGENT],
    ['deals-only', { ...OWNER, scopes: ['deals'] }],
    ['with-system', { ...OWNER, system: 'Site' }],
  ]);
  streams = createStreams({
    registry: createRegistry(),
    client: notifier.client,
    as: {},
    credentials,
    forward,
    publicBaseUrl: 'https://api.test',
    logger: captureLogger().logger,
    metrics: createMetrics({ service: 'gateway', processMetrics: false }),
    ids: createIds({ clock: systemClock }),
  });
  const app = createEdgeApp(
    {
      now: () => Date.now(),
      requestId: () => 'r',
      served: () => undefined,
      fault: () => undefined,
      acceptsAny: () => true,
    },
    (express) => {
      const table = createRouteTable();
      streams.addRoute(table, { user: identifyUser(credentials), system: identifySystem(credentials, false) });
      express.use('/v1', table.handler);
    },
  );
  server = await listen(app);
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  streams.stop();
  await server.stop();
});

const send = async (
  key: string | undefined,
  path = '/v1/stream',
  headers: Record<string, string> = {},
  method = 'GET',
) => {
  const sent = request({
    port: server.port,
    path,
    method,
    headers: { accept: 'text/event-stream', ...headers },
    ...(key !== undefined && { auth: `${key}:` }),
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  clients.add(response);
  return response;
};

/** Opens a stream and collects its text. */
const open = async (key: string, headers: Record<string, string> = {}) => {
  const response = await send(key, '/v1/stream', headers);
  const stream = { response, text: '', ended: once(response, 'end') };
  stream.ended.catch(() => undefined);
  response.setEncoding('utf8').on('data', (text: string) => (stream.text += text));
  response.on('error', () => undefined);
  return stream;
};
const listEvents = ({ text }: { text: string }) =>
  [...text.matchAll(/id: (\S+)\nevent: (\w+)\ndata: (.*)\n\n/g)].map(([, id, event, data]) => ({
    id,
    event,
    data: JSON.parse(data!) as Record<string, unknown>,
  }));
const listIds = (stream: { text: string }) => listEvents(stream).map(({ data }) => data['resourceIds']);

describe('D13.9 (5) GET /v1/stream', () => {
  test('given a key, then an event has id, name and the data of a notification', async () => {
    const stream = await open('owner');
    notifier.add(createEvent(1, { ids: [4, 9], dataJson: '{"tags":["Hot"]}' }));
    await eventually(() => expect(listEvents(stream)).toHaveLength(1));
    expect(listEvents(stream)[0]).toEqual({
      id: 'e1-0-1',
      event: 'peopleUpdated',
      data: {
        eventId: 'event-1',
        eventCreated: '2026-01-02T03:04:05+00:00',
        event: 'peopleUpdated',
        resourceIds: [4, 9],
        uri: 'https://api.test/v1/people?id=4,9',
        data: { tags: ['Hot'] },
      },
    });
  });

  test('given a proxy and a client that accepts compression, then the stream is neither stored nor compressed', async () => {
    const { response } = await open('owner', { 'accept-encoding': 'gzip, br' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers['content-length']).toBeUndefined();
  });

  test('given a new stream, then its first bytes come at once and say when to reconnect', async () => {
    const stream = await open('owner');
    await eventually(() => expect(stream.text).toMatch(/^retry: [123]\d{3}\nid: e1-0-0\n\n/));
  });

  test.each(['apiKey', 'access_token', 'token'])(
    'given the key in the query as %s, then it is refused',
    async (name) => {
      expect((await send(undefined, `/v1/stream?${name}=owner`)).statusCode).toBe(401);
      expect((await send('owner', `/v1/stream?${name}=owner`)).statusCode).toBe(400);
    },
  );

  test('given another method, then 405', async () => {
    expect((await send('owner', '/v1/stream', {}, 'POST')).statusCode).toBe(405);
  });

  test('given HEAD, then no stream is opened', async () => {
    expect((await send('owner', '/v1/stream', {}, 'HEAD')).statusCode).toBe(200);
    expect(notifier.opened).toEqual([]);
  });

  test('given 20 streams of the account, then 429 with Retry-After', async () => {
    notifier.refusal = refuse('TOO_MANY_STREAMS', { limit: 20 });
    const response = await send('owner');
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('D13.9 (5) ids are filtered by what the caller may see', () => {
  test('given an agent, then events have the ids that a list returns, and none without', async () => {
    const [owner, agent] = [await open('owner'), await open('agent')];
    notifier.add(createEvent(1, { ids: [4, 9] }));
    notifier.add(createEvent(2, { ids: [9] }));
    notifier.add(createEvent(3, { ids: [5] }));
    await eventually(() => expect(listIds(agent)).toEqual([[4], [5]]));
    expect(listIds(owner)).toEqual([[4, 9], [9], [5]]);
  });

  test('given conversations, then also the owner gets only those that the list returns', async () => {
    const owner = await open('owner');
    notifier.add(createEvent(1, { event: 'conversationsUpdated', ids: [4, 9] }));
    notifier.add(createEvent(2, { event: 'conversationsUpdated', ids: [9] }));
    notifier.add(createEvent(3, { ids: [9] }));
    await eventually(() => expect(listIds(owner)).toEqual([[4], [9]]));
  });

  test('given a deletion, then only those get it who saw the record', async () => {
    const agent = await open('agent');
    const deletion = { event: 'peopleDeleted', deleted: true };
    notifier.add(createEvent(1, { ...deletion, ids: [20], viewers: { userIds: [8] } }));
    notifier.add(createEvent(2, { ...deletion, ids: [21], viewers: { userIds: [3, 8] } }));
    await eventually(() => expect(listIds(agent)).toEqual([[21]]));
    expect(listEvents(agent)[0]!.data['uri']).toBeNull();
  });

  test('given a resource that the role may not list, then its events are left out', async () => {
    const [owner, agent] = [await open('owner'), await open('agent')];
    notifier.add(createEvent(1, { event: 'suppressionsCreated' }));
    notifier.add(createEvent(2, { event: 'webhookFailing' }));
    notifier.add(createEvent(3, { event: 'stageUpdated' }));
    await eventually(() => expect(listEvents(agent).map(({ event }) => event)).toEqual(['stageUpdated']));
    expect(listEvents(owner).map(({ event }) => event)).toEqual([
      'suppressionsCreated',
      'webhookFailing',
      'stageUpdated',
    ]);
  });

  test('given scopes of one service, then events of others are left out', async () => {
    const stream = await open('deals-only');
    notifier.add(createEvent(1));
    notifier.add(createEvent(2, { event: 'dealsUpdated' }));
    await eventually(() => expect(listEvents(stream).map(({ event }) => event)).toEqual(['dealsUpdated']));
  });

  test('given changes that suppress the notifications of their system, then its stream does not get them', async () => {
    const stream = await open('with-system');
    notifier.add(createEvent(1, { suppressedSystem: 'Site', ids: [4] }));
    notifier.add(createEvent(2, { suppressedSystem: 'Other', ids: [5] }));
    await eventually(() => expect(listIds(stream)).toEqual([[5]]));
  });

  test('given a service that does not answer, then events come in order when it does', async () => {
    isPeopleAway = true;
    const agent = await open('agent');
    notifier.add(createEvent(1, { ids: [4] }));
    notifier.add(createEvent(2, { ids: [5] }));
    await eventually(() => expect(agent.text).toContain('retry'));
    expect(listIds(agent)).toEqual([]);
    isPeopleAway = false;
    await eventually(() => expect(listIds(agent)).toEqual([[4], [5]]));
  });

  test('given a role that changes, then later events are filtered by the new one', async () => {
    const stream = await open('agent');
    callers.set('agent', { ...AGENT, role: 'Broker' });
    await eventually(() => {
      notifier.add(createEvent(notifier.count() + 1, { ids: [9] }));
      expect(listIds(stream)).toContainEqual([9]);
    });
  });
});

describe('D13.9 (5) continuing a stream', () => {
  test('given Last-Event-ID, then the stream goes on after it', async () => {
    for (const id of [1, 2, 3]) notifier.add(createEvent(id, { ids: [id] }));
    const stream = await open('owner', { 'last-event-id': 'e1-0-1' });
    await eventually(() => expect(listIds(stream)).toEqual([[2], [3]]));
  });

  test('given another stream of the account that is ahead, then each event is sent once to each', async () => {
    notifier.add(createEvent(1, { ids: [1] }));
    const present = await open('owner');
    const former = await open('owner', { 'last-event-id': 'e1-0-0' });
    notifier.add(createEvent(2, { ids: [2] }));
    await eventually(() => expect(listIds(former)).toEqual([[1], [2]]));
    await eventually(() => expect(listIds(present)).toEqual([[2]]));
  });

  test('given an id whose events are no longer stored, then reset comes first, and no position before it', async () => {
    const stream = await open('owner', { 'last-event-id': 'old-3-7' });
    await eventually(() => expect(listEvents(stream)).toEqual([{ id: 'e1-0-0', event: 'reset', data: {} }]));
    expect(stream.text).toMatch(/^retry: [123]\d{3}\n\nid: e1-0-0\nevent: reset\n/);
  });

  test('given a notifier that is away for a time, then no event is lost', async () => {
    const stream = await open('owner');
    notifier.isAway = true;
    notifier.add(createEvent(1, { ids: [1] }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    notifier.isAway = false;
    await eventually(() => expect(listIds(stream)).toEqual([[1]]));
  });
});

describe('D13.9 (5) the end of a stream', () => {
  test('given a key that ends, then its stream ends within 2 s', async () => {
    const stream = await open('owner');
    const elapsed = startStopwatch();
    callers.delete('owner');
    await stream.ended;
    expect(elapsed()).toBeLessThan(2_000);
    await eventually(() => expect(notifier.closed).toHaveLength(1));
  });

  test('given a client that disconnects, then its connection is released', async () => {
    const stream = await open('owner');
    stream.response.destroy();
    await eventually(() => expect(notifier.closed).toHaveLength(1));
  });

  test('given a gateway that stops, then its streams end and a new one is refused with 503', async () => {
    const stream = await open('owner');
    streams.stop();
    await stream.ended;
    expect((await send('owner')).statusCode).toBe(503);
  });
});
