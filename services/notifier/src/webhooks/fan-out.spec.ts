import type { BatchContext } from '@porchlight/bus';
import { createEventPaths, createRegistry, type Change } from '@porchlight/contracts';
import { createManualClock, createMetrics } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import fc from 'fast-check';
import { createPersonMessage } from '../../test/notifier-service';
import { createDeliveryMetrics, type Delivery, type DeliveryStore, type Endpoint } from '../deliveries';
import type { EventStore, EventRecord } from '../payloads';
import { createFanOut } from './fan-out';

const NAMES = ['peopleCreated', 'peopleUpdated', 'peopleTagsCreated'];
const context = { signal: new AbortController().signal } as BatchContext;

const createEndpoint = (accountId: number, event: string, id: number): Endpoint => ({
  accountId,
  id,
  version: 1,
  system: 'Site',
  event,
  url: 'https://a.test/',
  origin: 'https://a.test',
  active: true,
  secrets: [],
  givenUp: [],
});

/**
 * A fan-out over maps; `failures` makes the nth write fail, before or after (the response was lost) it was carried out.
 */
const open = (failures: readonly ('before' | 'after' | 'none')[] = []) => {
  const records = new Map<string, EventRecord>();
  const deliveries = new Map<string, Delivery>();
  let writes = 0;
  const failing = <T>(write: () => T): Promise<T> => {
    const failure = failures[writes++] ?? 'none';
    if (failure === 'before') return Promise.reject(new Error('lost'));
    const answer = write();
    return failure === 'after' ? Promise.reject(new Error('lost')) : Promise.resolve(answer);
  };
  const insert = <T extends { _id: string }>(into: Map<string, T>, all: readonly T[]): Set<string> => {
    const refused = new Set(all.flatMap(({ _id }) => (into.has(_id) ? [_id] : [])));
    for (const one of all) if (!into.has(one._id)) into.set(one._id, one);
    return refused;
  };
  const events: EventStore = {
    record: (all) => failing(() => insert(records, all)),
    read: async (ids) => new Map(ids.flatMap((id) => (records.has(id) ? [[id, records.get(id)!] as const] : []))),
    findRange: async () => [],
    findByMembers: async (wanted) => {
      const ids = new Set(wanted.map(({ _id }) => _id));
      return [...records.values()].filter(({ _id, members = [] }) => [_id, ...members].some((id) => ids.has(id)));
    },
  };
  const accounts = new Map(
    [1, 2].map((accountId) => [accountId, NAMES.map((name, n) => createEndpoint(accountId, name, n + 1))] as const),
  );
  const clock = createManualClock();
  const fanOut = createFanOut({
    directory: { findByAccounts: async () => accounts, invalidate: () => undefined },
    events,
    deliveryStore: {
      add: (all: readonly Delivery[]) => failing(() => insert(deliveries, all)),
    } as unknown as DeliveryStore,
    dispatcher: { reserve: () => false, cancel: () => undefined, enqueue: () => undefined },
    onLeft: () => undefined,
    paths: createEventPaths(createRegistry(), 'https://api.test'),
    leaseMs: 1,
    leaseToken: () => 't',
    clock,
    logger: captureLogger().logger,
    metrics: createDeliveryMetrics(createMetrics({ service: 'test', processMetrics: false })),
  });
  /** The events of all deliveries. */
  const sent = () => [...deliveries.values()].map(({ eventId }) => records.get(eventId)!);
  return {
    handle: fanOut,
    fanOut: (changes: readonly Change[]) => fanOut(changes.map(createPersonMessage), context),
    sent,
  };
};

const change = (n: number, more: Partial<Change> = {}): Change =>
  ({
    eventId: `e${String(n).padStart(4, '0')}`,
    accountId: 1,
    ids: [n + 1],
    webhookEvents: ['peopleCreated'],
    batchId: 'bulk',
    ...more,
  }) as Change;
const many = (count: number, more: Partial<Change> = {}) => Array.from({ length: count }, (_, n) => change(n, more));

const changesArbitrary = fc
  .array(
    fc.record({
      accountId: fc.constantFrom(1, 2),
      batchId: fc.constantFrom('', 'x', 'y'),
      webhookEvents: fc.subarray(NAMES, { minLength: 1 }),
      dataJson: fc.constantFrom('', '', '{"a":1}', '{"a":2}'),
      width: fc.constantFrom(1, 1, 2, 60),
    }),
    { minLength: 1, maxLength: 24 },
  )
  .map((rows) => {
    let id = 1;
    return rows.map(({ width, ...row }, n) => change(n, { ...row, ids: Array.from({ length: width }, () => id++) }));
  });

describe('Changes of one bulk call', () => {
  it('become one event with up to 100 ids, in their order', async () => {
    const { fanOut, sent } = open();
    await fanOut(many(250));
    expect(sent().map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
    expect(sent()[0]).toMatchObject({
      _id: 'e0000',
      event: 'peopleCreated',
      uri: expect.stringMatching(/people\?id=1,2,3,.*,100&limit=100$/),
    });
    expect(sent().flatMap(({ ids }) => ids)).toEqual(many(250).map(({ ids }) => ids[0]));
  });

  it('are grouped by account, batch, event and data', async () => {
    const { fanOut, sent } = open();
    await fanOut([
      change(1),
      change(2, { accountId: 2 }),
      change(3, { batchId: 'other' }),
      change(4, { webhookEvents: ['peopleUpdated', 'peopleCreated'] }),
      change(5, { batchId: '' }),
      change(6, { dataJson: '{}' }),
      change(7, { ids: [2] }),
    ]);
    const shown = sent().map(({ _id, event, ids }) => [_id, event, ids]);
    expect(shown.sort()).toEqual([
      ['e0001', 'peopleCreated', [2, 5]],
      ['e0002', 'peopleCreated', [3]],
      ['e0003', 'peopleCreated', [4]],
      ['e0004', 'peopleUpdated', [5]],
      ['e0005', 'peopleCreated', [6]],
      ['e0006', 'peopleCreated', [7]],
    ]);
  });

  it('are grouped if they have the same data', async () => {
    const { fanOut, sent } = open();
    const tagged = (tags: string[]): Partial<Change> => ({
      webhookEvents: ['peopleTagsCreated'],
      dataJson: JSON.stringify({ tags }),
    });
    await fanOut([change(1, tagged(['a'])), change(2, tagged(['b'])), change(3, tagged(['a']))]);
    expect(sent().map(({ _id, ids, dataJson }) => [_id, ids, dataJson])).toEqual([
      ['e0001', [2, 4], '{"tags":["a"]}'],
      ['e0002', [3], '{"tags":["b"]}'],
    ]);
  });

  it('that suppress their own system are not sent to it, and are not grouped with others', async () => {
    const { fanOut, sent } = open();
    await fanOut([
      change(1, { suppressOwn: true, system: 'Site' }),
      change(2),
      change(3, { suppressOwn: true, system: 'Else' }),
    ]);
    expect(sent().map(({ ids }) => ids)).toEqual([[3], [4]]);
  });

  it('deliver every id exactly once, with any batches, repeats and interruptions', async () => {
    await fc.assert(
      fc.asyncProperty(
        changesArbitrary,
        fc.array(
          fc.record({
            size: fc.integer({ min: 1, max: 9 }),
            again: fc.boolean(),
            back: fc.integer({ min: 0, max: 6 }),
          }),
          { maxLength: 60 },
        ),
        fc.array(fc.constantFrom<'none' | 'before' | 'after'>('none', 'none', 'before', 'after'), { maxLength: 40 }),
        async (changes, steps, failures) => {
          const { fanOut, sent } = open(failures);
          let committed = 0;
          const take = async (from: number, to: number): Promise<boolean> => {
            try {
              await fanOut(changes.slice(from, to));
              return true;
            } catch (error) {
              expect((error as Error).message).toBe('lost');
              return false;
            }
          };
          for (const { size, again, back } of steps) {
            // Committed changes are repeated only if a commit was lost.
            const from = Math.max(0, committed - back);
            const to = Math.min(changes.length, Math.max(committed, from) + size);
            if ((await take(from, to)) && !again) committed = to;
          }
          while (committed < changes.length) if (await take(committed, changes.length)) committed = changes.length;

          const expected = changes.flatMap(({ accountId, webhookEvents, ids }) =>
            webhookEvents.flatMap((name) => ids.map((id) => `${accountId} ${name} ${id}`)),
          );
          const delivered = sent().flatMap(({ accountId, event, ids }) =>
            ids.map((id) => `${accountId} ${event} ${id}`),
          );
          expect(delivered.sort()).toEqual(expected.sort());
          const batches = new Map(
            changes.flatMap((one) => one.ids.map((id) => [id, `${one.accountId} ${one.batchId}`] as const)),
          );
          const dataById = new Map(changes.flatMap((one) => one.ids.map((id) => [id, one.dataJson] as const)));
          for (const { ids, members, dataJson = '' } of sent()) {
            expect(ids.length).toBeLessThanOrEqual(100);
            if (members) expect(new Set(ids.map((id) => batches.get(id))).size).toBe(1);
            for (const id of ids) expect(dataJson).toBe(dataById.get(id));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('given a message that is no change, then it fails its batch only in an account with webhooks', async () => {
  const { handle, sent } = open();
  const create = (key: string, value: Uint8Array) => [{ ...createPersonMessage(change(1)), key, value }];
  await handle(create('9', Buffer.from('no change')), context);
  await expect(handle(create('1', Buffer.from('no change')), context)).rejects.toThrow();
  // The key of another account.
  await expect(handle(create('2', createPersonMessage(change(1)).value), context)).rejects.toThrow('is no change');
  expect(sent()).toEqual([]);
});
