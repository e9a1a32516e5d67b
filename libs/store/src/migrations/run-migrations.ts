import { sleep } from '@porchlight/runtime';
import type { Lease, StoreOptions } from '../contract/store';
import type { Migration, MigrationContext } from './migration';
import type { MigrationDocument, MigrationLedger } from './migration-ledger';

/** How long a process that died keeps others from going on, ms. A batch takes less. */
export const MIGRATION_LEASE_MS = 30_000;
const LOOK_AGAIN_MS = 500;

/** What a run of migrations needs. */
export interface MigrationRun {
  readonly migrations: readonly Migration[];
  readonly ledger: MigrationLedger;
  /** Held by the process that migrates this database. */
  readonly lease: Lease;
  readonly context: MigrationContext;
  readonly clock: StoreOptions['clock'];
  readonly logger: StoreOptions['logger'];
}

/**
 * Carries out what is not done yet, one after the other; where another process does so, waits for it. Rejects when the
 * signal ends it.
 */
export const runMigrations = async (run: MigrationRun): Promise<void> => {
  const { migrations, ledger, lease, context } = run;
  const names = migrations.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error('two migrations have the same name');
  if ((await ledger.pending(names)).length === 0) return;
  await hold(lease, context.signal);
  try {
    const lines = await ledger.open(names);
    for (const [at, line] of lines.entries()) if (line.state !== 'done') await migrate(run, migrations[at]!, line);
  } finally {
    await lease.release().catch(() => undefined);
  }
};

const migrate = async (
  { ledger, lease, context, clock, logger }: MigrationRun,
  migration: Migration,
  begin: MigrationDocument,
): Promise<void> => {
  let line = begin;
  while (line.state !== 'done') {
    context.signal.throwIfAborted();
    await hold(lease, context.signal);
    const batch = await migration.batch(context, line.next);
    const noted = await ledger.note(line, batch, new Date(clock.now()));
    // A process that was stopped for longer than its lease finds that another went on: it leaves the rest to that one.
    if (!noted) throw new Error(`the migration ${migration.name} is carried out by another process`);
    line = noted;
  }
  logger.info(
    { event: 'migrations.done', migration: line._id, batches: line.batches, changed: line.changed },
    'migrated',
  );
};

const hold = async (lease: Lease, signal: AbortSignal): Promise<void> => {
  while (!(await lease.hold())) if (!(await sleep(LOOK_AGAIN_MS, signal))) signal.throwIfAborted();
};
