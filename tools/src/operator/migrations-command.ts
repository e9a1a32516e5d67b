import type { Command } from 'commander';
import type { BackendName } from '@porchlight/contracts';
import { findAddress } from './backup-commands';
import { forEachDatabase } from './every-database';
import { printResult } from './print';
import type { TargetOptions } from './target';

/** A line of the migration ledger of a service (libs/store). */
interface LedgerLine {
  readonly _id: string;
  readonly state: string;
  readonly batches: number;
  readonly changed: number;
  readonly begunAt?: Date;
  readonly doneAt?: Date;
}

const MAX_LINES = 1_000;

/**
 * Adds `migrations`, which prints the migration ledger of each service. The image of the service executes migrations
 * (INDEXES=only).
 */
export function addMigrationsCommand(program: Command): void {
  program
    .command('migrations')
    .description(
      'how far the migrations of all databases are (--mongodb or MONGODB_URI: elsewhere); a job with INDEXES=only carries them out',
    )
    .option('--mongodb <uri>', 'address of the database server')
    .action(async (flags: { mongodb?: string }, command: Command) => {
      const target = command.optsWithGlobals<TargetOptions>();
      const ledgers: Record<string, LedgerLine[]> = {};
      const findServer = (service: BackendName): string => findAddress(service, target, flags.mongodb);
      await forEachDatabase(findServer, async (database, service) => {
        const ledger = database.collection<LedgerLine>('migrations');
        ledgers[service] = await ledger.find({}, { sort: { _id: 1 }, limit: MAX_LINES }).toArray();
      });
      printResult(ledgers, target.output, () =>
        Object.entries(ledgers)
          .flatMap(([service, lines]) =>
            lines.length === 0 ? `${service}: none` : lines.map((line) => `${service}: ${showLine(line)}`),
          )
          .join('\n'),
      );
    });
}

const showLine = ({ _id, state, batches, changed, begunAt, doneAt }: LedgerLine): string => {
  const since = doneAt ?? begunAt;
  return `${_id} ${state}, ${changed} documents changed in ${batches} batches${since ? `, ${doneAt ? 'done' : 'begun'} ${since.toISOString()}` : ''}`;
};
