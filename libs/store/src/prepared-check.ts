import type { Database } from './database';
import type { StoreOptions } from './contract/store';

/** Inputs of the check whether the database is ready for this version. */
export interface PreparedCheckOptions {
  readonly database: Pick<Database, 'missingIndexes'>;
  /** Names of the migrations that are not done. */
  readonly pending: () => Promise<readonly string[]>;
  readonly logger: StoreOptions['logger'];
  /** False if this process creates indexes and migrates itself. */
  readonly checks: boolean;
}

/**
 * Checks whether the database is prepared for this version. A job may prepare it while the process waits; the result is
 * cached once it is ready. Logs what is missing when that changes.
 */
export const createPreparedCheck = ({
  database,
  pending,
  logger,
  checks,
}: PreparedCheckOptions): (() => Promise<boolean>) => {
  let prepared = !checks;
  const logged = { indexes: '', migrations: '' };
  const logMissing = (kind: keyof typeof logged, missing: readonly string[], text: string): void => {
    if (missing.length > 0 && logged[kind] !== missing.join())
      logger.error(
        { event: `${kind}.missing`, missing },
        `${text}: run the job of this version (INDEXES=only); not ready until it is done`,
      );
    logged[kind] = missing.join();
  };
  return async () => {
    if (prepared) return true;
    const [indexes, migrations] = [await database.missingIndexes(), await pending()];
    logMissing('indexes', indexes, 'indexes are missing');
    logMissing('migrations', migrations, 'migrations are not done');
    prepared = indexes.length === 0 && migrations.length === 0;
    return prepared;
  };
};
