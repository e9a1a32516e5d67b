import { sleep } from '@porchlight/runtime';
import type { DocumentCollection } from '../contract/document-collection';
import type { Lease, StoreOptions } from '../contract/store';
import { date, either, number, optional, text, word, type Columns, type Stored } from '../schema/columns';
import { defineDocument } from '../schema/document-schema';
import type { MigratedBatch, Migration, MigrationContext } from './migration';

const migrationColumns = {
  _id: text,
  state: word('waiting', 'running', 'done'),
  /** Number of completed batches. Guards every change of the row: of two processes one continues. */
  batches: number,
  changed: number,
  /** Where the next batch begins. */
  next: optional(either(text, number)),
  begunAt: optional(date),
  doneAt: optional(date),
} satisfies Columns;

/** A row of the ledger; the `_id` is the migration's name. */
export type MigrationDocument = Stored<typeof migrationColumns>;
export const migrationSchema = defineDocument(migrationColumns);
type Ledger = DocumentCollection<MigrationDocument>;

/** Lease of a migrating process, ms: the longest wait after it died. A batch takes less. */
export const MIGRATION_LEASE_MS = 30_000;
const LOOK_AGAIN_MS = 500;
/** A long migration logs its progress, ms. */
const REPORT_MS = 10_000;

interface MigrationRun extends Pick<StoreOptions, 'clock' | 'logger'> {
  readonly migrations: readonly Migration[];
  readonly ledger: Ledger;
  /** Held by the process that migrates this database. */
  readonly lease: Lease;
  readonly context: MigrationContext;
}

const readLedger = async (ledger: Ledger, names: readonly string[]): Promise<Map<string, MigrationDocument>> => {
  const rows = await ledger.find({ _id: { $in: names } }, { limit: names.length });
  return new Map(rows.map((row) => [row._id, row]));
};

/** Names of the migrations that are not done, in their order. */
export const listPendingMigrations = async (ledger: Ledger, migrations: readonly Migration[]): Promise<string[]> => {
  const names = migrations.map(({ name }) => name);
  const rows = await readLedger(ledger, names);
  return names.filter((name) => rows.get(name)?.state !== 'done');
};

/**
 * Runs the migrations that are not done, one after another; waits for a process that is doing so. Rejects when the
 * signal ends it.
 */
export const runMigrations = async (run: MigrationRun): Promise<void> => {
  const { migrations, ledger, lease, context } = run;
  const names = migrations.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error('two migrations have the same name');
  if ((await listPendingMigrations(ledger, migrations)).length === 0) return;
  await hold(lease, context.signal);
  try {
    const stored = await readLedger(ledger, names);
    const missing = names.filter((name) => !stored.has(name));
    await ledger.insertMany(missing.map((_id) => ({ _id, state: 'waiting', batches: 0, changed: 0 })));
    const rows = await readLedger(ledger, names);
    for (const migration of migrations) await migrate(run, migration, rows.get(migration.name)!);
  } finally {
    await lease.release().catch(() => undefined);
  }
};

const migrate = async (
  { ledger, lease, context, clock, logger }: MigrationRun,
  migration: Migration,
  begin: MigrationDocument,
): Promise<void> => {
  if (begin.state === 'done') return;
  let row = begin;
  let reportedAt = clock.now();
  while (row.state !== 'done') {
    context.signal.throwIfAborted();
    await hold(lease, context.signal);
    const batch = await migration.batch(context, row.next);
    const recorded = await recordBatch(ledger, row, batch, new Date(clock.now()));
    // A process that was stopped for longer than its lease finds that another one continued: it leaves the rest to it.
    if (!recorded) throw new Error(`the migration ${migration.name} is carried out by another process`);
    row = recorded;
    if (Math.abs(clock.now() - reportedAt) < REPORT_MS) continue;
    reportedAt = clock.now();
    const progress = { migration: row._id, batches: row.batches, changed: row.changed };
    logger.info({ event: 'migrations.running', ...progress }, 'migrating');
  }
  logger.info({ event: 'migrations.done', migration: row._id, batches: row.batches, changed: row.changed }, 'migrated');
};

/** Records a batch. Returns the row after it; null if another process recorded one meanwhile. */
const recordBatch = (
  ledger: Ledger,
  { _id, batches, changed, begunAt }: MigrationDocument,
  batch: MigratedBatch,
  now: Date,
): Promise<MigrationDocument | null> => {
  const done = batch.next === undefined;
  const $set = {
    state: done ? 'done' : 'running',
    batches: batches + 1,
    changed: changed + batch.changed,
    begunAt: begunAt ?? now,
    ...(done ? { doneAt: now } : { next: batch.next }),
  };
  return ledger.findOneAndUpdate({ _id, batches }, { $set, ...(done && { $unset: { next: 1 } }) });
};

const hold = async (lease: Lease, signal: AbortSignal): Promise<void> => {
  while (!(await lease.hold())) if (!(await sleep(LOOK_AGAIN_MS, signal))) signal.throwIfAborted();
};
