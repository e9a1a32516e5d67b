import { ToolProblem, type Connection, type ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { BenchLeads } from './leads';
import { startBareProcess } from './roles';
import { throughputSubjects } from './subjects';
import { compareThroughput, type ThroughputOptions, type ThroughputRow } from './throughput';

/** Options of the throughput part. */
export interface ThroughputPart {
  readonly connection: Connection;
  readonly account: ConnectionAccount;
  readonly leads: BenchLeads;
  /** People of the account. */
  readonly ids: readonly number[];
  readonly wants: (part: string) => boolean;
  readonly comparing: ThroughputOptions;
  readonly signal: AbortSignal;
}

/** Values of `--only` that select this part. */
export const THROUGHPUT_PARTS = ['create', 'events-new', 'events-known', 'get', 'list'];
const BARE_SEED = 2_000;
const BARE_DATABASE = 'porchlight_bench';

/** Compares the selected requests with a bare handler on the same database. */
export const measureThroughput = async ({
  connection,
  account,
  leads,
  ids,
  wants,
  comparing,
  signal,
}: ThroughputPart): Promise<ThroughputRow[] | undefined> => {
  if (!THROUGHPUT_PARTS.some(wants)) return undefined;
  const { mongodbUri } = connection;
  if (!mongodbUri) throw new ToolProblem('The connection file names no database for the yardstick.');
  const bare = await startBareProcess(
    { mongodbUri, database: BARE_DATABASE, seed: BARE_SEED, ...connection.receiverTls },
    signal,
  );
  try {
    const subjects = throughputSubjects(connection, account, leads, ids, bare.origin, BARE_SEED);
    const chosen = subjects.filter((subject) => wants(subject.only));
    // A subject that is compared with another one requires it.
    const needed = subjects.filter((one) => chosen.includes(one) || chosen.some(({ against }) => against === one.name));
    return await compareThroughput(needed, comparing);
  } finally {
    await bare.stop();
  }
};
