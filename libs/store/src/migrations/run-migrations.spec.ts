import { createFaultyDatabase, type Fate } from '../../test/conformance/faulty-database';
import type { Database } from '../database';
import { createLease } from '../lease';
import { createMemoryDatabase } from '../memory/memory-database';
import { migrateDocuments, type Migration } from './migration';
import { MIGRATION_LEASE_MS, runMigrations, type MigrationDocument } from './run-migrations';

interface Thing {
  _id: number;
  layout: number;
  /** How often it was changed. */
  times: number;
}

const THINGS = 7;
const quiet = (): void => undefined;
const logger = { info: quiet, warn: quiet, error: quiet, debug: quiet };

/** From one layout to the next, two documents at a time. */
const step = (name: string, layout: number): Migration =>
  migrateDocuments<Thing>({
    name,
    collection: 'things',
    size: 2,
    change: (found, things) => {
      if (found.some((thing) => thing.layout < layout))
        throw new Error(`${name} began before the one in front of it was done`);
      const old = found.filter((thing) => thing.layout === layout);
      return things.bulkUpdate(
        old.map(({ _id }) => ({
          filter: { _id, layout },
          update: { $set: { layout: layout + 1 }, $inc: { times: 1 } },
        })),
      );
    },
  });
const MIGRATIONS = [step('second-layout', 1), step('third-layout', 2)];

const filled = async (): Promise<Database> => {
  const database = createMemoryDatabase();
  await database
    .collection<Thing>('things')
    .insertMany(Array.from({ length: THINGS }, (_, at) => ({ _id: at + 1, layout: 1, times: 0 })));
  return database;
};
const run = (
  database: Database,
  process: string,
  now = Date.now(),
  migrations: readonly Migration[] = MIGRATIONS,
  signal = new AbortController().signal,
): Promise<void> => {
  const clock = { now: () => now };
  const ledger = database.collection<MigrationDocument>('migrations');
  const lease = createLease(database, clock, process, 'migrations', MIGRATION_LEASE_MS);
  return runMigrations({
    migrations,
    ledger,
    lease,
    context: { collection: (name) => database.collection(name), signal, logger },
    clock,
    logger,
  });
};
/** Lines of a run in which each look at the clock is six seconds later. */
const logSlowRun = async (database: Database): Promise<object[]> => {
  const logged: object[] = [];
  let now = Date.now();
  const clock = { now: () => (now += 6_000) };
  await runMigrations({
    migrations: MIGRATIONS,
    ledger: database.collection<MigrationDocument>('migrations'),
    lease: createLease(database, clock, 'slow', 'migrations', MIGRATION_LEASE_MS),
    context: { collection: (name) => database.collection(name), signal: new AbortController().signal, logger },
    clock,
    logger: { ...logger, info: (fields: object) => void logged.push(fields) },
  });
  return logged;
};
const readLedger = (database: Database): Promise<MigrationDocument[]> =>
  database.collection<MigrationDocument>('migrations').find({}, { limit: 10, sort: { _id: 1 } });

test('migrations run in order, in batches, and only once', async () => {
  const database = await filled();
  await run(database, 'first');
  const done = { state: 'done', batches: 4, changed: THINGS };
  expect(await readLedger(database)).toMatchObject([
    { _id: 'second-layout', ...done },
    { _id: 'third-layout', ...done },
  ]);
  // Documents that are written in an old layout later are not changed.
  await database.collection<Thing>('things').insertOne({ _id: 99, layout: 1, times: 0 });
  await run(database, 'second');
  const things = await database.collection<Thing>('things').find({}, { limit: 100 });
  expect(things.map(({ times }) => times).toSorted()).toEqual([0, ...Array.from({ length: THINGS }, () => 2)]);
});

test('given a migration that takes long, then its progress is logged', async () => {
  expect(await logSlowRun(await filled())).toContainEqual(
    expect.objectContaining({ event: 'migrations.running', migration: 'second-layout', batches: expect.any(Number) }),
  );
});

/** Runs until the process ends or its database fails at the operation `nth`; returns whether it was reached. */
const runFaulty = async (database: Database, nth: number, fate: Fate): Promise<boolean> => {
  let met = false;
  let end = quiet;
  const ended = new Promise<void>((resolve) => void (end = resolve));
  const faulty = createFaultyDatabase(database, (operation) => {
    if (operation.nth !== nth) return 'fine';
    met = true;
    setTimeout(end, 5);
    return fate;
  });
  await Promise.race([run(faulty, 'first').catch(() => undefined), ended]);
  return met;
};

test.each<Fate>(['dead', 'dying', 'lost', 'away'])(
  'ended at any of its operations (%s), the next process completes them and every document is changed once',
  async (fate) => {
    let nth = 1;
    for (; ; nth += 1) {
      const database = await filled();
      if (!(await runFaulty(database, nth, fate))) break;
      await run(database, 'second', Date.now() + 2 * MIGRATION_LEASE_MS);
      const things = await database.collection<Thing>('things').find({}, { limit: 100 });
      expect(things.map(({ layout, times }) => [layout, times])).toEqual(Array.from({ length: THINGS }, () => [3, 2]));
      expect(await readLedger(database)).toMatchObject([
        { state: 'done', batches: 4 },
        { state: 'done', batches: 4 },
      ]);
    }
    expect(nth).toBeGreaterThan(30);
  },
);

test('one process at a time migrates; a waiting process continues afterwards, or ends when it is stopped', async () => {
  const database = await filled();
  let begun = quiet;
  let go = quiet;
  const [hasBegun, mayGo] = [
    new Promise<void>((resolve) => void (begun = resolve)),
    new Promise<void>((resolve) => void (go = resolve)),
  ];
  let batches = 0;
  const slow: Migration = {
    name: 'slow',
    batch: async () => {
      batches += 1;
      begun();
      await mayGo;
      return { changed: 1 };
    },
  };
  const first = run(database, 'first', Date.now(), [slow]);
  await hasBegun;
  await expect(run(database, 'third', Date.now(), [slow], AbortSignal.timeout(20))).rejects.toThrow();
  const second = run(database, 'second', Date.now(), [slow]);
  go();
  await Promise.all([first, second]);
  expect(batches).toBe(1);
});

test('a process that was paused for longer than its lease does not overwrite the progress of its successor', async () => {
  const database = await filled();
  const late: Migration = {
    name: 'second-layout',
    batch: async (context, from) => {
      if (from === undefined) await run(database, 'second', Date.now() + 2 * MIGRATION_LEASE_MS);
      return MIGRATIONS[0]!.batch(context, from);
    },
  };
  await expect(run(database, 'first', Date.now(), [late])).rejects.toThrow('another process');
  expect(await readLedger(database)).toMatchObject([{ state: 'done', batches: 4 }, { state: 'done' }]);
});
