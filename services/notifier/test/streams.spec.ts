import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@porchlight/bus';
import { StreamServiceDefinition, type AccountEvents } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { createManualClock } from '@porchlight/runtime';
import { eventually, randomAccountId, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { START, startNotifier, type NotifierService } from './notifier-service';

const OPERATOR = { actor: { accountId: 0, userId: 0, role: 'Operator' } } as const;
const MINUTE = 60_000;

let database: TestDatabase;
const clock = createManualClock(START);
/** Two processes of one notifier: the same database and bus. */
let first: NotifierService;
let second: NotifierService;

beforeAll(async () => {
  database = await startDatabase();
  const bus = createMemoryBus();
  const options = { database, bus, clock, databaseName: `notifier_${randomUUID().slice(0, 8)}` };
  [first, second] = [await startNotifier(options), await startNotifier(options)];
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await database?.stop();
});

const client = (notifier = first) => notifier.createClient(StreamServiceDefinition);
const open = (accountId: number, lastEventId = '', connectionId: string = randomUUID()) =>
  client().openStream({ accountId, connectionId, lastEventId }, OPERATOR);
const read = async (accountId: number, after: string, notifier = first, waitMs = 2_000): Promise<AccountEvents> => {
  const request = { accounts: [{ accountId, after, connectionIds: [] }], waitMs };
  const { accounts } = await client(notifier).readStreams(request, OPERATOR);
  return accounts[0] ?? { accountId, events: [], position: after, reset: false };
};
const publish = (accountId: number, change: object = {}) => first.publish({ accountId, ...change });
/** Publishes until the last event is readable, because the position of an event is known only then. */
const publishAndRead = async (accountId: number, after: string, change: object = {}) => {
  const eventId = await publish(accountId, change);
  const page = await read(accountId, after);
  expect(page.events.at(-1)?.eventId).toBe(eventId);
  return page;
};

describe('D13.9 (5) the events of a stream', () => {
  test('given an open stream, then events have id, name and ids, in their order', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    const created = await publishAndRead(accountId, position, { ids: [4] });
    const updated = await publishAndRead(accountId, created.position, { ids: [4], webhookEvents: ['peopleUpdated'] });
    expect(created.events).toMatchObject([
      { event: 'peopleCreated', ids: [4], deleted: false, position: created.position },
    ]);
    expect(updated.events).toMatchObject([{ event: 'peopleUpdated', ids: [4] }]);
  });

  test('given several processes, then a read at one returns what the other stored', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    const eventId = await publish(accountId);
    const [fromFirst, fromSecond] = [await read(accountId, position, first), await read(accountId, position, second)];
    expect(fromFirst.events.map((event) => event.eventId)).toEqual([eventId]);
    expect(fromSecond.events.map((event) => event.eventId)).toEqual([eventId]);
  });

  test('given no stream of an account, then nothing is stored', async () => {
    const accountId = randomAccountId();
    await publish(accountId);
    const { position } = await open(accountId);
    expect((await read(accountId, position, first, 0)).events).toEqual([]);
    expect(position).toMatch(/-0-0$/);
  });

  test('given changes of one bulk call, then they are one event with all ids', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    await Promise.all([5, 6].map((id) => publish(accountId, { ids: [id], batchId: 'b1' })));
    const ids = await eventually(async () => {
      const { events } = await read(accountId, position);
      const all = events.flatMap((event) => event.ids);
      expect(all).toHaveLength(2);
      return all;
    });
    expect(ids.sort()).toEqual([5, 6]);
  });

  test('given a deletion, then the event names the users who could see the record', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    const change = { verb: 'deleted', webhookEvents: ['peopleDeleted'], viewers: { userIds: [3, 9] } };
    const { events } = await publishAndRead(accountId, position, change);
    expect(events).toMatchObject([{ event: 'peopleDeleted', deleted: true, viewers: { userIds: [3, 9] } }]);
  });

  test('given events of another account, then a read does not return them', async () => {
    const [accountId, other] = [randomAccountId(), randomAccountId()];
    const { position } = await open(accountId);
    const { position: otherPosition } = await open(other);
    await publishAndRead(other, otherPosition);
    expect((await read(accountId, position, first, 0)).events).toEqual([]);
  });
});

describe('D13.9 (5) Last-Event-ID', () => {
  test('given the id of an event of the last 15 minutes, then the stream goes on after it', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    const page = await publishAndRead(accountId, position);
    const missed = await publish(accountId, { ids: [8] });
    clock.advance(14 * MINUTE);
    const again = await open(accountId, page.position);
    expect(again).toEqual({ position: page.position, reset: false });
    expect((await read(accountId, again.position)).events.map((event) => event.eventId)).toEqual([missed]);
  });

  test.each([
    ['of no epoch', '0-0-0'],
    ['of another epoch', '01JABC-3-7'],
    ['that is no id', 'nonsense'],
    ['that is too long', '9'.repeat(300)],
  ])('given an id %s, then the stream is reset', async (_, id) => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    expect(await open(accountId, id)).toEqual({ position, reset: true });
  });

  test('given no client that read the stream for more than 15 minutes, then the stream is reset', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    const page = await publishAndRead(accountId, position);
    clock.advance(17 * MINUTE);
    const again = await open(accountId, page.position);
    expect(again.reset).toBe(true);
    expect(again.position).not.toBe(page.position);
  });

  test('given a connection that is renewed, then its account has no end of the stream', async () => {
    const accountId = randomAccountId();
    const connectionId = randomUUID();
    const { position } = await open(accountId, '', connectionId);
    for (let nth = 0; nth < 3; nth++) {
      clock.advance(10 * MINUTE);
      const request = { accounts: [{ accountId, after: position, connectionIds: [connectionId] }], waitMs: 0 };
      expect((await client().readStreams(request, OPERATOR)).accounts).toEqual([]);
    }
    await publishAndRead(accountId, position);
  });

  test('given more than 1 MB of events, then the first ones are gone and a read from there is reset', async () => {
    const accountId = randomAccountId();
    const { position } = await open(accountId);
    const dataJson = JSON.stringify({ text: 'x'.repeat(15_000) });
    const first70 = Array.from({ length: 70 }, (_, nth) => nth + 1);
    for (const id of first70) await publish(accountId, { ids: [id], dataJson });
    const page = await eventually(async () => {
      const read70 = await read(accountId, position, first, 0);
      expect(read70.reset).toBe(true);
      return read70;
    });
    expect(page.events).toEqual([]);
  });
});

describe('D13.9 (5) connections of an account', () => {
  test('given 20 connections, then one more is refused, and accepted when one has ended', async () => {
    const accountId = randomAccountId();
    const ids = Array.from({ length: LIMITS.streamsPerAccount.value }, () => randomUUID());
    for (const id of ids) await open(accountId, '', id);
    await expect(open(accountId)).rejects.toMatchObject({ reason: 'TOO_MANY_STREAMS', params: { limit: 20 } });
    await client(second).closeStream({ accountId, connectionId: ids[0]! }, OPERATOR);
    await expect(open(accountId)).resolves.toMatchObject({ reset: false });
  });

  test('given connections of a gateway that ended, then they count for 30 s', async () => {
    const accountId = randomAccountId();
    for (let nth = 0; nth < LIMITS.streamsPerAccount.value; nth++) await open(accountId);
    clock.advance(31_000);
    await expect(open(accountId)).resolves.toMatchObject({ reset: false });
  });
});
