import { randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { findAccount, readConnection, ToolProblem } from '@porchlight/tools/src/send/connection';
import { createServiceClient } from '@porchlight/tools/src/send/service-client';
import type { BenchContext, BenchOptions } from './bench-context';
import { measureBacklog, measureQueue } from './deliveries/run-deliveries';
import { measureFairness } from './deliveries/fairness';
import { createLeads, KNOWN_LEADS, sendLeads } from './leads';
import { PEERS, requirePeer } from '../peers/peers';
import { watchMemory } from '../processes';
import type { BenchReport } from './report';
import { runSdk } from './run-sdk';
import { measureThroughput, PEER_PARTS, THROUGHPUT_PARTS } from './subjects';
import { runScale } from './scale/run-scale';
import { measureLatencyPart, removeBenchWebhooks } from './webhooks';

/** Parts that run only by name, because they fill accounts first or take minutes. */
const ONLY_BY_NAME = ['sdk', 'backlog', 'fair', 'scale'];
/** Parts of the bench by the words of `--only`. */
export const PARTS = [...THROUGHPUT_PARTS, 'latency', 'memory', 'queue', ...ONLY_BY_NAME];
/** Parts that send known leads. */
const WITH_LEADS = [...THROUGHPUT_PARTS, 'latency', 'backlog', 'fair'];

const ACCOUNT = 2;

/** Throws a ToolProblem if no selected part measures the peers, or if one is not installed. */
export const requirePeers = (wants: (part: string) => boolean): void => {
  if (!PEER_PARTS.some(wants))
    throw new ToolProblem(`--peers measures the parts ${PEER_PARTS.join(', ')}: add one of them to --only.`);
  for (const peer of PEERS) requirePeer(projectRoot(), peer);
};

/** Measures the running stack. Always removes webhooks, child processes and the database of the bare handler. */
export async function runBench(
  options: BenchOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<BenchReport> {
  const wants = (part: string): boolean =>
    options.only.length === 0 ? !ONLY_BY_NAME.includes(part) : options.only.includes(part);
  if (options.peers) requirePeers(wants);
  const connection = readConnection(options.connection);
  const account = findAccount(connection, ACCOUNT);
  const client = createServiceClient(connection, account, { connections: 16 });
  const problems: string[] = [];
  /** Measures a part if it is wanted. A part that fails is reported; the others continue. */
  const measure = async <T>(part: string, wanted: boolean, work: () => Promise<T>): Promise<T | undefined> => {
    if (!wanted) return undefined;
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      problems.push(`${part}: ${(error as Error).message}`);
      say(problems.at(-1)!);
      return undefined;
    } finally {
      await removeBenchWebhooks(client).catch((error: Error) => say(`cleaning up: ${error.message}`));
    }
  };
  const part = <T>(name: string, work: (context: BenchContext) => Promise<T>): Promise<T | undefined> =>
    measure(name, wants(name), () => work(context));
  const context: BenchContext = {
    options,
    connection,
    account,
    client,
    leads: createLeads(String(randomInt(100_000, 1_000_000))),
    say,
    sleep: async (ms) => void (await sleepFor(ms, undefined, { signal })),
    signal,
  };
  let memoryWatch: ReturnType<typeof watchMemory> | undefined;
  try {
    const me = await client.call({ method: 'GET', path: '/v1/me' });
    if (me.status !== 200)
      throw new ToolProblem(
        `The stack does not respond as expected: GET /v1/me returned ${me.status} ${me.body?.errorMessage ?? ''}`,
      );
    await removeBenchWebhooks(client);
    const scale = await part('scale', runScale);
    const readPids = (): Record<string, number> => {
      const { launcher: _launcher, ...pids } = readConnection(options.connection).pids;
      return pids;
    };
    memoryWatch = wants('memory') ? watchMemory(readPids) : undefined;
    let ids: number[] = [];
    if (WITH_LEADS.some(wants)) {
      say(`preparing: ${KNOWN_LEADS} known leads in account ${ACCOUNT}`);
      ids = await sendLeads(client, context.leads.event('known'), KNOWN_LEADS);
    }
    return {
      machine: { cores: cpus().length, model: cpus()[0]?.model.trim() ?? 'unknown', node: process.versions.node },
      runs: options.runs,
      seconds: options.seconds,
      connections: options.connections,
      throughput: await measure('throughput', THROUGHPUT_PARTS.some(wants), () =>
        measureThroughput(context, ids, wants, readPids),
      ),
      latency: await part('latency', measureLatencyPart),
      sdk: await part('sdk', runSdk),
      deliveries: {
        queue: await part('queue', measureQueue),
        backlog: await part('backlog', measureBacklog),
        fairness: await part('fair', measureFairness),
      },
      memory: memoryWatch?.stop(),
      scale,
      problems,
    };
  } finally {
    memoryWatch?.stop();
    await client.close();
  }
}
