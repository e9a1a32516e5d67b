import { mkdirSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import type { DatabaseChoice } from './backend-choice';
import type { Supervised, ProcessEvents } from './supervised';
import { superviseProcess } from './supervise-process';
import type { LogFile } from './log-file';

/** Files and port of a native database server. */
export interface DatabasePlan {
  readonly name: string;
  readonly choice: Extract<DatabaseChoice, { kind: 'mongod' | 'secantus' }>;
  readonly folder: string;
  readonly port: number;
  readonly log: LogFile;
  /** Data that no kill has to leave complete: a commit does not wait for the disk. */
  readonly isScratch?: boolean | undefined;
}

const HOST = '127.0.0.1';
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;
const REPLICA_SET = 'rs0';
/** Each start reads the whole log: 2 to 11 s for the default of 2 GB, 0.3 s for 128 MB. */
const SHORT_LOG = ['--log-file-max', '128MB'] as const;
/**
 * The oplog has no readers (no change streams, no members). Above 100,000 entries every thousandth write reads all of
 * them, and other writers wait.
 */
export const NO_OPLOG = { SECANTUS_DISABLE_OPLOG: '1' } as const;

/** Arguments of the embedded server. */
export const secantusArguments = (host: string, port: number, folder: string, isScratch = false): string[] => [
  ...['--host', host, '--port', String(port), '--storage-path', folder],
  // Without sync-on-commit a kill -9 loses acknowledged writes; a cache under 1G can stall index builds.
  ...(isScratch ? [] : ['--sync-on-commit']),
  ...['--cache-size', '2G'],
  ...SHORT_LOG,
];

/** The address of a native server, without a database name. */
export function nativeDatabaseUri(kind: 'mongod' | 'secantus', port: number, host = HOST): string {
  const set = kind === 'secantus' ? 'replicaSet=secantus&' : '';
  return `mongodb://${host}:${port}/?${set}retryWrites=false&directConnection=true`;
}

/** A supervised database server on this machine: `mongod`, or the embedded server that speaks its protocol. */
export function superviseDatabaseServer(
  { name, choice, folder, port, log, isScratch = false }: DatabasePlan,
  events: ProcessEvents,
): Supervised {
  const uri = nativeDatabaseUri(choice.kind, port);
  mkdirSync(folder, { recursive: true });
  const args =
    choice.kind === 'mongod'
      ? ['--dbpath', folder, '--port', String(port), '--bind_ip', HOST, '--replSet', REPLICA_SET]
      : secantusArguments(HOST, port, folder, isScratch);
  return superviseProcess(
    {
      name,
      command: choice.file,
      args,
      env: choice.kind === 'secantus' ? { ...process.env, ...NO_OPLOG } : process.env,
      log,
      isReady: () => (choice.kind === 'mongod' ? becomesPrimary(uri, `${HOST}:${port}`) : answersPing(uri)),
      readyTimeoutMs: READY_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
      deathSignal: 'TERM',
    },
    events,
  );
}

/** True if the server responds to a ping within a second. */
export async function answersPing(uri: string): Promise<boolean> {
  return ask(uri, { ping: 1 }).then(
    () => true,
    () => false,
  );
}

/** True if a replica set of one member accepts writes; creates the set if necessary. */
export async function becomesPrimary(uri: string, host: string): Promise<boolean> {
  const hello = await ask(uri, { hello: 1 });
  if (hello['isWritablePrimary'] === true) return true;
  if (!hello['setName']) await ask(uri, { replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
  return false;
}

async function ask(uri: string, command: Record<string, unknown>): Promise<Record<string, unknown>> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 1_000,
    connectTimeoutMS: 1_000,
    socketTimeoutMS: 2_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}
