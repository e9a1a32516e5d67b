import { Change } from '@porchlight/contracts';
import { randomInt } from 'node:crypto';
import type { Database } from '../../src/database';
import { createFaultyDatabase, type Fate, type Operation, ProcessEnded } from './faulty-database';
import { callBy, buildInput, type Item, type ItemDocument } from './sample-resource';
import { createTestClock, openTestStore, QUERY, relayAll, type TestStore } from './test-store';
import type { PendingChange } from '../../src/contract/document';
import type { StoreCall } from '../../src/contract/store-call';

/** Writes that the process acknowledged before it ended. */
type Acknowledged = Array<{ id: number; verb: string; version?: number }>;

/** Writes of all kinds, some concurrently; records acknowledged writes. Fails as the database does. */
const work = async ({ items }: TestStore, call: StoreCall, acknowledged: Acknowledged): Promise<void> => {
  const failures: unknown[] = [];
  const attempt = async (step: () => Promise<void>): Promise<void> =>
    step().catch((error: unknown) => void failures.push(error));
  const create = (fields: Partial<Item>): Promise<void> =>
    attempt(async () => {
      const { record } = await items.create(call, ...buildInput({ name: 'x', ...fields }));
      acknowledged.push({ id: record.id, verb: 'created', version: 1 });
    });
  const update = (id: number, fields: Partial<Item>): Promise<void> =>
    attempt(async () => {
      const { version } = (await items.update(call, id, ...buildInput(fields))).record;
      acknowledged.push({ id, verb: 'updated', version });
    });
  const remove = (id: number): Promise<void> =>
    attempt(async () => {
      await items.remove(call, id);
      acknowledged.push({ id, verb: 'deleted' });
    });
  await create({ color: 'red', ownerId: 3 });
  await Promise.all([create({ color: 'blue' }), create({ color: 'red' }), create({ ownerId: 900 })]);
  await update(1, { color: 'green' });
  await Promise.all([update(1, { ownerId: 4 }), update(2, { color: 'red', name: 'y' }), remove(3)]);
  await remove(4);
  await create({ color: 'red' });
};

const listChanges = (changes: readonly PendingChange[], accountId: number): Change[] =>
  changes.filter((change) => change.accountId === accountId).map(({ value }) => Change.decode(value));

/** All that must be true after the relay ran. */
const expectWhole = async (
  after: TestStore,
  accountId: number,
  acknowledged: Acknowledged,
  published: readonly PendingChange[],
): Promise<void> => {
  const changes = listChanges(published, accountId);
  for (const { id, verb, version } of acknowledged) {
    const match = changes.some((change) => {
      if (change.ids[0] !== id || change.verb !== verb) return false;
      return version === undefined || (JSON.parse(change.record.toString()) as Item).version === version;
    });
    if (!match) throw new Error(`${verb} of ${id} (version ${version}) was acknowledged and never published`);
  }
  expect(await after.items.recount(accountId)).toEqual([]);
  const rest = await after.store.collection<ItemDocument>('items').find({ accountId }, { limit: 100 });
  expect(rest.filter(({ outbox, pendingSince, deletedAt }) => outbox ?? pendingSince ?? deletedAt)).toEqual([]);
  const { records, page } = await after.items.list(callBy(accountId), { ...QUERY, limit: 100 });
  expect(page.total).toBe(records.length);
};

/**
 * Ends the process at every single operation of the database, or breaks that operation, and checks that another process
 * makes everything whole. `every` thins the moments out, for slow databases.
 */
export const crashConformance = (open: () => Promise<Database>, every = 1): void => {
  const keepOpen = (database: Database): Database => ({ ...database, close: async () => undefined });

  const run = async (
    chooseFate: (operation: Operation) => Fate,
    publishing?: (nth: number) => 'fine' | 'lost' | 'away' | 'dead',
  ): Promise<number> => {
    const database = keepOpen(await open());
    const accountId = randomInt(1, 2_000_000);
    const clock = createTestClock();
    let operations = 0;
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    let isDead = false;
    const faulty = createFaultyDatabase(database, (operation) => {
      if (isDead) return 'dead';
      operations = operation.nth;
      const fate = chooseFate(operation);
      if (fate === 'dead' || fate === 'dying') {
        isDead = true;
        // An operation that is executed at the last moment takes a turn of the event loop.
        setTimeout(ended, 10);
      }
      return fate;
    });
    const published: PendingChange[] = [];
    let publishes = 0;
    const publish = async (changes: readonly PendingChange[]): Promise<void> => {
      const fate = isDead ? 'dead' : (publishing?.((publishes += 1)) ?? 'fine');
      if (fate === 'away') throw new Error('the bus is away');
      if (fate !== 'dead') published.push(...changes);
      if (fate === 'lost') throw new Error('the answer of the bus was lost');
      if (fate === 'dead') {
        isDead = true;
        ended();
        throw new ProcessEnded();
      }
    };
    const acknowledged: Acknowledged = [];
    let first: TestStore | undefined;
    const life = (async () => {
      first = await openTestStore(faulty, { publish, clock });
      await work(first, callBy(accountId), acknowledged);
      await Promise.race([first.store.drain(AbortSignal.timeout(3_000)), end]);
      if (!isDead) await first.stop();
    })();
    await Promise.race([life.catch(() => undefined), end]);
    isDead = true;
    // Ends its timers.
    await first?.store.stop(AbortSignal.abort());
    const second = await openTestStore(database, {
      publish: async (changes) => void published.push(...changes),
      clock,
    });
    await relayAll(second, clock);
    await expectWhole(second, accountId, acknowledged, published);
    const before = published.length;
    await relayAll(second, clock);
    expect(published.length).toBe(before);
    await second.stop();
    return operations;
  };

  test('given no failure, then each change is published exactly once and no entry is left', async () => {
    const database = keepOpen(await open());
    const clock = createTestClock();
    const first = await openTestStore(database, { clock });
    const accountId = randomInt(1, 2_000_000);
    const acknowledged: Acknowledged = [];
    await work(first, callBy(accountId), acknowledged);
    expect(acknowledged).toHaveLength(10);
    await first.store.drain(AbortSignal.timeout(5_000));
    const own = first.published.filter((change) => change.accountId === accountId);
    expect(new Set(own.map(({ eventId }) => eventId)).size).toBe(own.length);
    clock.advance(3_600_000);
    expect(await first.store.relay.run()).toBe(0);
    await expectWhole(first, accountId, acknowledged, first.published);
    await first.stop();
  });

  test.each<Fate>(['dead', 'dying', 'lost', 'away'])(
    'When at any operation the fate is %s, Then another process makes everything whole',
    async (fate) => {
      const total = await run(() => 'fine');
      expect(total).toBeGreaterThan(25);
      // One that lives on waits and tries again: slower, so every third moment, another one in each run.
      const pace = fate === 'dead' || fate === 'dying' ? every : every * 3;
      for (let nth = 1 + randomInt(pace); nth <= total; nth += pace)
        try {
          await run((operation) => (operation.nth === nth ? fate : 'fine'));
        } catch (error) {
          (error as Error).message = `operation ${nth} of ${total}: ${(error as Error).message}`;
          throw error;
        }
    },
  );

  test.each(['dead', 'lost', 'away'] as const)(
    'When publishing meets the fate %s, Then nothing is lost',
    async (fate) => {
      for (let nth = 1; nth <= 4; nth += 1)
        await run(
          () => 'fine',
          (publishes) => (publishes === nth ? fate : 'fine'),
        );
    },
  );

  test('given an outage of the database, then all acknowledged writes are published and the counts are exact', async () => {
    for (const from of [3, 9, 15, 22]) await run(({ nth }) => (nth >= from && nth < from + 12 ? 'away' : 'fine'));
  });
};
