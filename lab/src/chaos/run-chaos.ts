import { setTimeout as sleep } from 'node:timers/promises';
import { createKafkaOperator, formatTopic } from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { openOperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { findTarget } from '@porchlight/tools/src/operator/target';
import { findAccount, readConnection } from '@porchlight/tools/src/send/connection';
import { createServiceClient, type ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { RunOptions } from '../command-line';
import type { DatabaseProxy } from './database-proxy';
import { createLeadFlow } from './chaos-leads';
import { openChaosReceivers, type ChaosReceivers } from './chaos-receivers';
import { closeBooks, MIN_WAYS, type Entry, type Quiet, type Write } from './ledger';
import { measureSpeed, type MachineSpeed } from './machine-speed';
import { measureMemory, untilMemoryIsBack } from './memory';
import { createRandom } from './random';
import { readLog, readOwners, readQueues } from './queues';
import { followChanges } from './repeat-changes';
import { renewCertificate } from './renew-certificate';
import { rollingRelease } from './rolling-release';
import { FIRST, scenariosFor, type ChaosContext } from './scenarios';
import { openStackUnderTest, type StackUnderTest } from './stack-under-test';
import { createSeedAccounts } from './seed-accounts';

export interface ChaosOptions extends RunOptions {
  /** Data folder of a running test stack. */
  readonly folder: DataFolder;
  /** Latest start of a scenario, ms since the epoch; read before the first one. */
  readonly until: () => number;
  /** In front of the database of people; undefined where that database is not of this machine. */
  readonly databaseProxy: DatabaseProxy | undefined;
  /** Includes scenarios of one minute. */
  readonly long: boolean;
  /** How long processes are stopped, ms. */
  readonly spanMs: number;
  /** Leads a second. */
  readonly rate: number;
  /** Leads while memory is measured, before anything breaks, ms; and calm between scenarios, ms. */
  readonly warmUpMs: number;
  readonly calmMs: number;
}

/** Result of a run. */
export interface ChaosResult {
  readonly entries: readonly Entry[];
  /** How often each scenario ran. */
  readonly runs: ReadonlyMap<string, number>;
  readonly leads: number;
  readonly repeated: number;
  readonly requests: number;
}

const ACCOUNTS = [1, 2];
/** Multiple of the usual rate for the warm-up: a process reaches its memory for a backlog only after draining one. */
const WARM_UP = 5;
const SETTLE_TIMEOUT_MS = 60_000;
const LONGEST_SETTLE_MS = 600_000;
const CALL_TIMEOUT_MS = 5_000;
const MEASURED_TIMEOUT_MS = 30_000;
/** Between two attempts of a lead on a slow machine, whose clients follow `Retry-After`. */
const BUSY_AGAIN_MS = 2_000;
/** The shares of a machine's speed that leads take in the warm-up and later: a backlog would last into the faults. */
const WARM_UP_SHARE = 0.5;
const USUAL_SHARE = 0.15;
/** The longest warm-up, and how much longer the faults may take that the claim needs, ms. */
const LONGEST_WARM_UP_MS = 180_000;
const LONGEST_FAULTS_MS = 900_000;
const LOOK_MS = 500;
/** Refused leads to print; they usually have one cause. */
const MAX_LINES = 5;

type LeadFlow = ReturnType<typeof createLeadFlow>;
type KafkaOperator = ReturnType<typeof createKafkaOperator>;

/** What the parts of a run use. */
interface Run {
  readonly options: ChaosOptions;
  readonly speed: MachineSpeed;
  readonly stack: StackUnderTest;
  readonly clients: ReadonlyMap<number, ServiceClient>;
  readonly flow: LeadFlow;
  readonly receivers: ChaosReceivers;
  readonly operator: KafkaOperator;
  /** Addresses of `/queues` of the processes by name. */
  readonly operations: Record<string, string>;
}

/** Sends leads at the warm-up rate. Returns the highest memory of the services meanwhile. */
const warmUp = ({ options, speed, stack, flow }: Run) => {
  const rate = options.rate * WARM_UP;
  flow.start(speed.limitRate(rate, WARM_UP_SHARE));
  return measureMemory(stack, async () => {
    await sleep(options.warmUpMs);
    // Each machine gets the same number of leads: memory depends on it.
    const leads = (rate * options.warmUpMs) / 1_000;
    const end = Date.now() + LONGEST_WARM_UP_MS;
    while (flow.writes.length < leads && Date.now() < end && !options.signal.aborted) await sleep(LOOK_MS);
  });
};

/** Runs scenarios in random order until the time is over. Returns how often each ran. */
const runScenarios = async ({ options, stack, flow }: Run, context: ChaosContext) => {
  const { say, signal } = options;
  const random = createRandom(options.seed);
  const runs = new Map<string, number>();
  const scenarios = scenariosFor(stack.names, { long: options.long, proxied: options.databaseProxy !== undefined });
  const until = options.until();
  const atMost = until + LONGEST_FAULTS_MS;
  let waiting = [
    ...random.shuffle(scenarios.filter((one) => !FIRST.includes(one) && !one.early)),
    ...scenarios.filter(({ early }) => early),
    ...FIRST,
  ];
  while ((Date.now() < until || (runs.size < MIN_WAYS && Date.now() < atMost)) && !signal.aborted) {
    const scenario = waiting.pop()!;
    if (waiting.length === 0) waiting = random.shuffle(scenarios);
    const since = Date.now();
    await scenario.run(context);
    runs.set(scenario.name, (runs.get(scenario.name) ?? 0) + 1);
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    const leads = `${String(flow.writes.length).padStart(6)} leads, ${flow.pending} under way`;
    say(`  ${scenario.name.padEnd(70)} ${seconds.padStart(5)} s  ${leads}`);
    await sleep(options.calmMs);
  }
  return runs;
};

/** Stops the leads and waits until all queues are empty. Returns the last reading of the queues. */
const settle = async ({ options, stack, flow, receivers, operator, operations }: Run): Promise<Map<string, number>> => {
  const { say, signal } = options;
  const acknowledged = await flow.stop(SETTLE_TIMEOUT_MS);
  if (!acknowledged) say('  Some leads were not acknowledged after the last scenario; for a minute none was.');
  const queues = await untilEmpty(
    () => readQueues({ operations, mongodbUris: stack.databases }, operator, receivers.webhooks),
    signal,
  );
  queues.set('leads not acknowledged', acknowledged ? 0 : 1);
  queues.set('leads refused', flow.refused.length);
  queues.set('leads that failed other than by 503', flow.failed.length);
  for (const line of flow.refused.slice(0, MAX_LINES)) say(`  A lead was refused: ${line}`);
  for (const line of flow.failed.slice(0, MAX_LINES)) say(`  A lead failed other than by 503: ${line}`);
  return queues;
};

/** What the API reports about the changes that arrived. A deleted account has no API key. */
const readArrivals = async ({ clients, receivers: { arrivals, webhooks } }: Run) => {
  const claims = arrivals.map(({ eventId, webhookId }) => [eventId, Number(webhookId.split('/')[0])] as const);
  const owners = new Map(claims.filter(([, accountId]) => clients.has(accountId)));
  return { arrivals, webhooks, logged: await readLog(webhooks, clients), owners: await readOwners(owners, clients) };
};

/**
 * Replaces all processes of a running stack, then runs scenarios in random order while leads arrive, waits until all
 * queues are empty, and creates the ledger.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, say, signal, folder } = options;
  const connection = readConnection(folder.connectionFile, projectRoot());
  const { kafkaBrokers, operations } = connection as typeof connection &
    Pick<Run, 'operations'> & {
      kafkaBrokers: string[];
    };
  const run = `${seed}.${Date.now().toString(36)}`;
  const openClient = (id: number, timeoutMs: number) =>
    createServiceClient(connection, findAccount(connection, id), { connections: 16, timeoutMs });
  const first = openClient(1, MEASURED_TIMEOUT_MS);
  const { speed, leadMs } = await measureSpeed(first, run);
  await first.close();
  const { slowdown } = speed;
  say(`  A lead takes ${leadMs.toFixed(0)} ms: time limits are ${slowdown} times the usual ones`);
  const stack = openStackUnderTest(folder, slowdown);
  const clients = new Map(ACCOUNTS.map((id) => [id, openClient(id, CALL_TIMEOUT_MS * slowdown)]));
  const logger = createLogger({ service: 'chaos', level: 'silent' });
  const operator = createKafkaOperator({ brokers: kafkaBrokers, logger, clock: systemClock });
  const accounts = openOperatorClient(findTarget({ data: folder.path }));
  const changes = await followChanges(kafkaBrokers, 'people', run);
  const receivers = await openChaosReceivers(connection, clients, run);
  const quiet: Quiet[] = [];
  const writes: Write[] = [];
  const flow = createLeadFlow({ clients, run, ...(slowdown > 1 && { againMs: BUSY_AGAIN_MS }) });
  const parts: Run = { options, speed, stack, clients, flow, receivers, operator, operations };
  const seedAccounts = createSeedAccounts({
    connection,
    owner: clients.get(1)!,
    operator: accounts,
    run,
    refusing: receivers.refusing.url,
    good: receivers.good.url,
    follow: receivers.follow,
    expect: ({ client, webhook, writes: seeded }) => {
      clients.set(webhook.accountId, client);
      receivers.webhooks.push(webhook);
      writes.push(...seeded);
    },
    quiet: (span) => void quiet.push(span),
    slowdown,
  });
  try {
    const released = { folder, stack, connection, accounts: ACCOUNTS, run, slowdown, signal, say };
    const { release, people } = await rollingRelease(released);
    writes.push(...people);
    const before = await warmUp(parts);
    flow.start(speed.limitRate(options.rate, USUAL_SHARE));
    const runs = await runScenarios(parts, {
      stack,
      queueReceiver: receivers.queueReceiver,
      good: receivers.good,
      seedAccounts,
      repeatBatch: () => changes.repeat(),
      moveLeaders: () => operator.moveLeaders(formatTopic('people')),
      databaseProxy: options.databaseProxy,
      renewCertificate: () => renewCertificate(folder, connection.baseUrl, signal),
      spanMs: options.spanMs,
    });
    await seedAccounts.finish();
    const queues = await settle(parts);
    const after = await untilMemoryIsBack(stack, before, slowdown, signal);
    const entries = closeBooks({
      ...(await readArrivals(parts)),
      slowdown,
      release,
      faults: [...runs].flatMap(([name, times]) => Array.from({ length: times }, () => name)),
      writes: [...flow.writes, ...writes],
      crashes: stack.crashes,
      quiet,
      queues,
      memory: [...before].map(([name, was]) => ({ name, before: was, after: after.get(name) ?? Number.NaN })),
    });
    const { length: leads } = flow.writes;
    return { entries, runs, leads, repeated: flow.repeated, requests: receivers.arrivals.length };
  } finally {
    await flow.stop(0);
    await receivers.stop();
    const closable = [seedAccounts, changes, operator, accounts, ...clients.values()];
    await Promise.all(closable.map((one) => one.close()));
  }
}

/**
 * Reads the queues until all are empty twice in a row, or until they have not become shorter for a minute; for ten
 * minutes at most. Returns the last reading.
 */
async function untilEmpty(read: () => Promise<Map<string, number>>, signal: AbortSignal): Promise<Map<string, number>> {
  const latest = Date.now() + LONGEST_SETTLE_MS;
  let end = Date.now() + SETTLE_TIMEOUT_MS;
  let shortest = Number.POSITIVE_INFINITY;
  for (let empty = 0; ;) {
    const queues = await read().catch(() => new Map([['queues', Number.NaN]]));
    empty = [...queues.values()].every((left) => left === 0) ? empty + 1 : 0;
    const length = [...queues.values()].reduce((sum, left) => sum + left, 0);
    if (length < shortest) {
      shortest = length;
      end = Math.min(latest, Date.now() + SETTLE_TIMEOUT_MS);
    }
    if (empty === 2 || Date.now() > end || signal.aborted) return queues;
    // Longer than the retry interval, so that each pending delivery becomes due.
    await sleep(2_500);
  }
}
