import { randomBytes } from 'node:crypto';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import { openOperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { ToolProblem, type Connection, type ConnectionAccount } from '@porchlight/tools/src/send/connection';
import { createServiceClient, type ServiceClient } from '@porchlight/tools/src/send/service-client';
import { loadHeaders } from '../leads';
import type { LoadResult, LoadScenario } from '../load';
import { runSubject } from '../scale/measure-scale';
import { percentile } from '../statistics';

export interface FloodResult {
  /** Requests per second of the flooding account, and the number that were served. */
  readonly perSecond: number;
  readonly served: number;
  readonly refused: number;
  /** Latency of another account, ms. */
  readonly quiet: number;
  readonly flooded: number;
  readonly ratio: number;
  readonly bad: number;
}

/** 40 times the rate limit of an account. */
const PER_SECOND = 1_000;
const CONNECTIONS = 16;
/** Start-up time of the sender, not measured. */
const START_MS = 2_500;
/** Time limit for the account to exhaust its rate limit. */
const USED_UP_MS = 3_000;
const ASK_AGAIN_MS = 200;

export interface FloodOptions {
  readonly client: ServiceClient;
  readonly connection: Connection;
  /** Data folder of the stack. */
  readonly folder: string;
  readonly ids: readonly number[];
  readonly runs: number;
  readonly seconds: number;
  readonly send: (scenario: LoadScenario) => Promise<LoadResult>;
  readonly say: (line: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Creates an account with default limits; demo accounts have none. */
const makeLimitedAccount = async (folder: string): Promise<ConnectionAccount> => {
  const { portsFile, keys } = dataFolderAt(folder);
  const ports = readJson<Ports>(portsFile)?.rpc;
  if (!ports) throw new ToolProblem('The stack does not say where the auth service listens.');
  const operator = openOperatorClient(`127.0.0.1:${ports.auth}`, keys.tokenPrivateFile);
  try {
    const email = `flood.${randomBytes(4).toString('hex')}@bench.example`;
    const { accountId, ownerId } = await operator.accounts.createAccount(
      {
        name: 'Flood',
        domain: '',
        firstName: 'Flood',
        lastName: 'Owner',
        email,
        password: randomBytes(12).toString('base64url'),
      },
      operator.as,
    );
    const { apiKey } = await operator.accounts.createApiKey(
      { accountId, userId: ownerId, label: 'Flood' },
      operator.as,
    );
    return { id: accountId, name: 'Flood', users: { owner: { id: ownerId, name: 'Flood', email, apiKey } } };
  } finally {
    await operator.close();
  }
};

/** Waits until the account is refused. Throws if it never is: there would be no flood to measure. */
export const waitUntilRefused = async (flooder: ServiceClient, sleep: (ms: number) => Promise<void>): Promise<void> => {
  for (let waited = 0; waited < USED_UP_MS; waited += ASK_AGAIN_MS) {
    if ((await flooder.call({ method: 'GET', path: '/v1/people?limit=1' })).status === 429) return;
    await sleep(ASK_AGAIN_MS);
  }
  throw new Error(`the account that floods is not refused within ${(START_MS + USED_UP_MS) / 1_000} s`);
};

/** Measures requests of one account with and without a flood by another account, in turn. */
export const runFlood = async ({
  client,
  connection,
  folder,
  ids,
  runs,
  seconds,
  send,
  say,
  sleep,
  signal,
}: FloodOptions): Promise<FloodResult> => {
  const account = await makeLimitedAccount(folder);
  const { 'content-type': _json, ...headers } = loadHeaders(connection, account);
  const flood: LoadScenario = {
    origin: connection.baseUrl,
    method: 'GET',
    paths: ['/v1/people?limit=1'],
    headers,
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
    seconds: seconds + (START_MS + USED_UP_MS) / 1_000,
  };
  const flooder = createServiceClient(connection, account, { connections: 1 });
  const subject = {
    name: 'get person',
    request: (nth: number) => ({ method: 'GET' as const, path: `/v1/people/${ids[(nth * 7) % ids.length]}` }),
  };
  const took = { quiet: [] as number[], flooded: [] as number[] };
  const count = { bad: 0, served: 0, refused: 0 };
  try {
    for (let run = 0; run <= runs; run += 1) {
      signal.throwIfAborted();
      const ms = run === 0 ? 500 : seconds * 1_000;
      const measure = () => runSubject(client, subject, { connections: 1, ms, from: run * 100_000 });
      const quiet = await measure();
      const flooding = send(flood);
      // Awaited below.
      flooding.catch(() => undefined);
      await sleep(START_MS);
      await waitUntilRefused(flooder, sleep);
      const flooded = await measure();
      const { good, bad } = await flooding;
      say(
        `flood ${run}/${runs}: p99 ${percentile(quiet.took, 0.99).toFixed(1)} ms alone, ${percentile(flooded.took, 0.99).toFixed(1)} ms beside ${good + bad} requests of which ${good} were served`,
      );
      if (run === 0) continue;
      took.quiet.push(...quiet.took);
      took.flooded.push(...flooded.took);
      count.bad += quiet.bad + flooded.bad;
      count.served += good;
      count.refused += bad;
    }
  } finally {
    await flooder.close();
  }
  const [quiet, flooded] = [percentile(took.quiet, 0.99), percentile(took.flooded, 0.99)];
  return { perSecond: PER_SECOND, ...count, quiet, flooded, ratio: flooded / quiet };
};
