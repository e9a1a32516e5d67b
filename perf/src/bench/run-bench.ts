import { randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { findAccount, readConnection, ToolProblem } from '@porchlight/tools/src/send/connection';
import { createServiceClient } from '@porchlight/tools/src/send/service-client';
import { startBenchReceiver } from './bench-receiver';
import { createLeads, loadHeaders, sendLeads } from './leads';
import type { LoadScenario } from './load';
import { measureCpu, readCpu, watchMemory, type CpuReading } from './processes';
import type { BenchReport } from './report';
import { sendByAutocannon } from './roles';
import { KNOWN_LEADS, measureThroughput, THROUGHPUT_PARTS } from './subjects';
import { runParts } from './parts/run-parts';
import { runScale } from './scale/run-scale';
import { measureDrainPart, measureLatencyPart } from './webhook-parts';
import { BENCH_PATH, removeBenchWebhooks } from './webhooks';
import { hasWrk, runWrk } from './wrk';

export interface BenchOptions {
  readonly seconds: number;
  readonly runs: number;
  readonly connections: number;
  /** Parts to run; empty means all. */
  readonly only: readonly string[];
  readonly generator: 'wrk' | 'autocannon' | undefined;
  readonly connection: string;
  /** People of the large account of part `scale`. */
  readonly people: number;
  /** Deals of the account with many, part `deals`. */
  readonly deals: number;
  /** Stored email events of the account with many, part `emevents-read`. */
  readonly events: number;
  /** Steps of plans that are due in the same minute, part `plan-steps`. */
  readonly steps: number;
  /** Pending deliveries, part `backlog`. */
  readonly pending: number;
}

/** Parts of the bench by the words of `--only`. */
export const PARTS = [
  ...THROUGHPUT_PARTS,
  'latency',
  'drain',
  'idle',
  'memory',
  'sign-in',
  'http-semantics',
  'flood',
  'sdk',
  'oauth',
  'marketing',
  'deals',
  'emevents-read',
  'plan-steps',
  'queue',
  'backlog',
  'fair',
  'scale',
];
/** Parts that run only by name, because they fill accounts first. */
const ASKED_FOR = ['sdk', 'deals', 'emevents-read', 'plan-steps', 'backlog', 'fair', 'scale'];

const ACCOUNT = 2;
const IDLE_SECONDS = 10;

/** Measures the running stack. Always removes webhooks, child processes and the database of the bare handler. */
export async function runBench(
  options: BenchOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<BenchReport> {
  const wants = (part: string): boolean =>
    options.only.length === 0 ? !ASKED_FOR.includes(part) : options.only.includes(part);
  const connection = readConnection(options.connection);
  const account = findAccount(connection, ACCOUNT);
  const client = createServiceClient(connection, account, { connections: 16 });
  const wrk = options.generator !== 'autocannon' && hasWrk();
  if (options.generator === 'wrk' && !wrk)
    throw new ToolProblem('wrk is not on the PATH. Install it, or leave --generator away.');
  const send = (scenario: LoadScenario) =>
    wrk && scenario.amount === undefined ? runWrk(scenario, signal) : sendByAutocannon(scenario, signal);
  const sleep = async (ms: number): Promise<void> => void (await sleepFor(ms, undefined, { signal }));

  const undo: (() => Promise<unknown>)[] = [() => client.close()];
  const problems: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      problems.push(`${what}: ${(error as Error).message}`);
      say(problems.at(-1)!);
      return undefined;
    }
  };

  try {
    const me = await client.call({ method: 'GET', path: '/v1/me' });
    if (me.status !== 200)
      throw new ToolProblem(
        `The stack does not answer as it should: GET /v1/me gave ${me.status} ${me.body?.errorMessage ?? ''}`,
      );
    await removeBenchWebhooks(client);

    const scale = wants('scale') ? await attempt('scale', () => runScale(options, say, signal)) : undefined;
    const rest =
      options.only.length === 0 ||
      options.only.some((part) => !['sdk', 'deals', 'emevents-read', 'plan-steps', 'scale'].includes(part));

    const run = String(randomInt(100_000, 1_000_000));
    const leads = createLeads(run);
    const processes = () => {
      const { launcher: _launcher, ...rest } = readConnection(options.connection).pids;
      return rest;
    };

    let idleCpu: Record<string, number> | undefined;
    if (wants('idle')) {
      say(`idle: watching for ${IDLE_SECONDS} s`);
      await sleep(2_000);
      idleCpu = await attempt('idle CPU', () => measureCpu(processes(), IDLE_SECONDS, sleep));
    }
    const memoryWatch = wants('memory') ? watchMemory(processes) : undefined;
    undo.push(async () => memoryWatch?.stop());

    if (rest) say(`preparing: ${KNOWN_LEADS} known leads in account ${ACCOUNT}`);
    const ids = rest ? await sendLeads(client, leads.event('known'), KNOWN_LEADS) : [];

    const readAll = (): CpuReading => readCpu(processes());
    const throughput = await attempt('throughput', () =>
      measureThroughput({
        connection,
        account,
        leads,
        ids,
        wants,
        signal,
        comparing: { ...options, send, say, readCpu: readAll },
      }),
    );

    const receiver = await startBenchReceiver(connection.receiverTls);
    undo.push(() => receiver.stop());
    undo.push(() => removeBenchWebhooks(client));
    const hooked = { client, receiver, leads, say, sleep, address: `${receiver.url}${BENCH_PATH}${run}` };
    const latency = wants('latency') ? await attempt('latency', () => measureLatencyPart(hooked)) : undefined;
    await removeBenchWebhooks(client);
    const scenario = {
      origin: connection.baseUrl,
      headers: loadHeaders(connection, account),
      connections: options.connections,
    };
    const inOneGo = (load: LoadScenario) => sendByAutocannon(load, signal);
    const drain = wants('drain')
      ? await attempt('drain', () => measureDrainPart({ ...hooked, scenario, send: inOneGo, readCpu: readAll }))
      : undefined;
    await removeBenchWebhooks(client);

    const parts = await runParts({
      client,
      connection,
      account,
      leads,
      ids,
      options,
      wants,
      attempt,
      send,
      say,
      signal,
      pids: processes,
      sleep,
    });

    return {
      machine: { cores: cpus().length, model: cpus()[0]?.model.trim() ?? 'unknown', node: process.versions.node },
      generator: wrk ? 'wrk' : 'autocannon',
      runs: options.runs,
      seconds: options.seconds,
      connections: options.connections,
      throughput,
      ...parts,
      latency,
      drain,
      idleCpu,
      memory: memoryWatch?.stop(),
      scale,
      problems,
    };
  } finally {
    for (const step of undo.reverse()) await step().catch((error: Error) => say(`cleaning up: ${error.message}`));
  }
}
