import type { Database } from './database';
import type { StoreOptions } from './types';

/** What tells whether the database is ready for this version. */
export interface PreparedCheckOptions {
  readonly database: Pick<Database, 'missingIndexes'>;
  /** Names of the migrations that are not done. */
  readonly pending: () => Promise<readonly string[]>;
  readonly logger: StoreOptions['logger'];
  /** False where this process makes indexes and migrates by itself. */
  readonly checks: boolean;
}

/**
 * Whether the database is as this version needs it. A job may make it so while the process waits; once it is, nobody
 * looks again. What is missing is logged when that changes.
 */
export const createPreparedCheck = ({
  database,
  pending,
  logger,
  checks,
}: PreparedCheckOptions): (() => Promise<boolean>) => {
  let prepared = !checks;
  const told = { indexes: '', migrations: '' };
  const tell = (kind: keyof typeof told, missing: readonly string[], text: string): void => {
    if (missing.length > 0 && told[kind] !== missing.join())
      logger.error(
        { event: `${kind}.missing`, missing },
        `${text}: run the job of this version (INDEXES=only); not ready until it is done`,
      );
    told[kind] = missing.join();
  };
  return async () => {
    if (prepared) return true;
    const [indexes, migrations] = [(await database.missingIndexes?.()) ?? [], await pending()];
    tell('indexes', indexes, 'indexes are missing');
    tell('migrations', migrations, 'migrations are not done');
    prepared = indexes.length === 0 && migrations.length === 0;
    return prepared;
  };
};
