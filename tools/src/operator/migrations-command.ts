import type { Command } from 'commander';
import { BACKENDS } from '@porchlight/contracts';
import { MongoClient } from 'mongodb';
import { findAddress } from './backup-commands';
import { selectDatabase } from './database-dump';
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
      for (const service of BACKENDS) {
        const client = await MongoClient.connect(findAddress(service, target, flags.mongodb), {
          retryWrites: false,
          serverSelectionTimeoutMS: 5_000,
        });
        try {
          ledgers[service] = await selectDatabase(client, service)
            .collection<LedgerLine>('migrations')
            .find({}, { sort: { _id: 1 }, limit: MAX_LINES })
            .toArray();
        } finally {
          await client.close();
        }
      }
      if (target.json) return console.log(JSON.stringify(ledgers, null, 2));
      for (const [service, lines] of Object.entries(ledgers))
        console.log(
          lines.length === 0 ? `${service}: none` : lines.map((line) => `${service}: ${shown(line)}`).join('\n'),
        );
    });
}

const shown = ({ _id, state, batches, changed, begunAt, doneAt }: LedgerLine): string => {
  const since = doneAt ?? begunAt;
  return `${_id} ${state}, ${changed} documents changed in ${batches} batches${since ? `, ${doneAt ? 'done' : 'begun'} ${since.toISOString()}` : ''}`;
};
