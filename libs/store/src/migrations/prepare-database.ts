import type { StoreOptions } from '../contract/store';
import type { Database } from '../database';
import { createLease } from '../lease';
import type { Migration } from './migration';
import { listPendingMigrations, MIGRATION_LEASE_MS, migrationSchema, runMigrations } from './run-migrations';

/** Creates indexes and migrates, or with `indexes: 'check'` only checks whether a job has done so. */
export const createPreparation = (
  database: Database,
  processId: string,
  { clock, logger, indexes = 'apply' }: Pick<StoreOptions, 'clock' | 'logger' | 'indexes'>,
  listMigrations: () => readonly Migration[],
  signal: AbortSignal,
) => {
  const ledger = database.collection('migrations', migrationSchema);
  let prepared = indexes === 'apply';
  const logged = { indexes: '', migrations: '' };
  const logMissing = (kind: keyof typeof logged, missing: readonly string[], text: string): void => {
    if (missing.length > 0 && logged[kind] !== missing.join())
      logger.error(
        { event: `${kind}.missing`, missing },
        `${text}: run the job of this version (INDEXES=only); not ready until it is done`,
      );
    logged[kind] = missing.join();
  };
  return {
    prepare: async (): Promise<void> => {
      if (indexes === 'check') return;
      await database.createIndexes();
      await runMigrations({
        migrations: listMigrations(),
        ledger,
        lease: createLease(database, clock, processId, 'migrations', MIGRATION_LEASE_MS),
        context: { collection: (name) => database.collection(name), signal, logger },
        clock,
        logger,
      });
    },
    /** True if the database is prepared for this version; cached once it is. Logs what is missing when that changes. */
    isPrepared: async (): Promise<boolean> => {
      if (prepared) return true;
      const missing = await database.missingIndexes();
      const pending = await listPendingMigrations(ledger, listMigrations());
      logMissing('indexes', missing, 'indexes are missing');
      logMissing('migrations', pending, 'migrations are not done');
      prepared = missing.length === 0 && pending.length === 0;
      return prepared;
    },
  };
};
