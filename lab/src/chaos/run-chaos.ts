import { setTimeout as sleep } from 'node:timers/promises';
import { createKafkaOperator, formatTopic } from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { openOperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { findTarget } from '@porchlight/tools/src/operator/target';
import { findAccount, readConnection } from '@porchlight/tools/src/send/connection';
import { createServiceClient } from '@porchlight/tools/src/send/service-client';
import type { RunOptions } from '../command-line';
import type { DatabaseProxy } from './database-proxy';
import { createLeadFlow } from './chaos-leads';
import {
  closeBooks,
  MIN_WAYS,
  type Arrival,
  type Entry,
  type Quiet,
  type RegisteredWebhook,
  type Write,
} from './ledger';
import { measureSpeed } from './machine-speed';
import { measureMemory, untilMemoryIsBack } from './memory';
import { createRandom } from './random';
import { RECEIVER_BEHAVIORS, REFUSING, startQueueReceiver, startReceiver, type ChaosReceiver } from './receivers';
import { parseApiId, readLog, readOwners, readQueues } from './queues';
import { followChanges } from './repeat-changes';
import { renewCertificate } from './renew-certificate';
import { rollingRelease } from './rolling-release';
import { FIRST, scenariosFor } from './scenarios';
import { openStackUnderTest } from './stack-under-test';
import { persist } from '../service-calls';
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
/** Of a slow machine: the shares of its speed that leads take in the warm-up and later, and longest times, ms. */
const WARM_UP_SHARE = 0.5;
const USUAL_SHARE = 0.15;
const LONGEST_WARM_UP_MS = 180_000;
const LONGEST_FAULTS_MS = 900_000;
const LOOK_MS = 500;
/** Refused leads to print; they usually have one cause. */
const MAX_LINES = 5;

/**
 * Replaces all processes of a running stack, then runs scenarios in random order while leads arrive, waits until all
 * queues are empty, and creates the ledger.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, say, signal, spanMs, folder } = options;
  const connection = readConnection(folder.connectionFile, projectRoot());
  const { kafkaBrokers, operations } = connection as typeof connection & {
    kafkaBrokers: string[];
    operations: Record<string, string>;
  };
  const random = createRandom(seed);
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

  // Receivers
  const webhookAt = new Map<string, string>();
  const arrivals: Arrival[] = [];
  const record = (path: string, arrival: Omit<Arrival, 'webhookId'>): void => {
    const webhookId = webhookAt.get(path);
    if (webhookId !== undefined) arrivals.push({ ...arrival, webhookId });
  };
  const queueReceiver = await startQueueReceiver(process.argv[1]!, connection.receiverTls, record);
  const receivers: ChaosReceiver[] = [
    ...(await Promise.all(
      RECEIVER_BEHAVIORS.map((behavior) => startReceiver(behavior, connection.receiverTls, record)),
    )),
    queueReceiver,
  ];
  const refusing = await startReceiver(REFUSING, connection.receiverTls, record);
  const webhooks: RegisteredWebhook[] = [];
  const quiet: Quiet[] = [];
  const writes: Write[] = [];
  for (const [accountId, client] of clients) {
    for (const { name, url } of receivers) {
      const path = `/${name}/${accountId}/${run}`;
      const { status, body } = await persist(client, {
        method: 'POST',
        path: '/v1/webhooks',
        json: { event: 'peopleCreated', url: url + path },
      });
      if (status !== 201) throw new Error(`A webhook could not be registered: ${status} ${JSON.stringify(body)}`);
      const id = `${accountId}/${String(body.id)}`;
      webhookAt.set(path, id);
      webhooks.push({ id, accountId, receiver: name });
    }
  }

  const flow = createLeadFlow({ clients, run, ...(slowdown > 1 && { againMs: BUSY_AGAIN_MS }) });
  const runs = new Map<string, number>();
  const seedAccounts = createSeedAccounts({
    connection,
    owner: clients.get(1)!,
    operator: accounts,
    run,
    refusing: refusing.url,
    good: receivers[0]!.url,
    follow: (path, webhookId) => void webhookAt.set(path, webhookId),
    expect: ({ client, webhook, writes: made }) => {
      clients.set(webhook.accountId, client);
      webhooks.push(webhook);
      writes.push(...made);
    },
    quiet: (span) => void quiet.push(span),
    slowdown,
  });
  try {
    const { release, people } = await rollingRelease({
      folder,
      stack,
      connection,
      accounts: ACCOUNTS,
      run,
      slowdown,
      signal,
      say,
    });
    writes.push(...people);
    const warmUp = options.rate * WARM_UP;
    flow.start(speed.limitRate(warmUp, WARM_UP_SHARE));
    const before = await measureMemory(stack, async () => {
      await sleep(options.warmUpMs);
      // A slow machine gets the same number of leads: memory depends on it.
      const leads = (warmUp * options.warmUpMs) / 1_000;
      const end = Date.now() + (slowdown > 1 ? LONGEST_WARM_UP_MS : 0);
      while (flow.writes.length < leads && Date.now() < end && !signal.aborted) await sleep(LOOK_MS);
    });
    flow.start(speed.limitRate(options.rate, USUAL_SHARE));

    const context = {
      stack,
      queueReceiver,
      good: receivers[0]!,
      seedAccounts,
      repeatBatch: () => changes.repeat(),
      moveLeaders: () => operator.moveLeaders(formatTopic('people')),
      databaseProxy: options.databaseProxy,
      renewCertificate: () => renewCertificate(folder, connection.baseUrl, signal),
      spanMs,
    };
    const scenarios = scenariosFor(stack.names, { long: options.long, proxied: options.databaseProxy !== undefined });
    const until = options.until();
    // A slow machine gets the time for the faults that the claim needs.
    const atMost = until + (slowdown > 1 ? LONGEST_FAULTS_MS : 0);
    for (
      let left = [
        ...random.shuffle(scenarios.filter((one) => !FIRST.includes(one) && !one.early)),
        ...scenarios.filter(({ early }) => early),
        ...FIRST,
      ];
      (Date.now() < until || (runs.size < MIN_WAYS && Date.now() < atMost)) && !signal.aborted;
      left = left.length > 0 ? left : random.shuffle(scenarios)
    ) {
      const scenario = left.pop()!;
      const since = Date.now();
      await scenario.run(context);
      runs.set(scenario.name, (runs.get(scenario.name) ?? 0) + 1);
      say(
        `  ${scenario.name.padEnd(70)} ${((Date.now() - since) / 1000).toFixed(1).padStart(5)} s  ${String(flow.writes.length).padStart(6)} leads, ${flow.pending} under way`,
      );
      await sleep(options.calmMs);
    }

    await seedAccounts.finish();
    const acknowledged = await flow.stop(SETTLE_TIMEOUT_MS);
    if (!acknowledged) say('  Some leads were not acknowledged after the last scenario; for a minute none was.');
    const queues = await untilEmpty(
      () => readQueues({ operations, mongodbUris: stack.databases }, operator, webhooks),
      signal,
    );
    queues.set('leads not acknowledged', acknowledged ? 0 : 1);
    queues.set('leads refused', flow.refused.length);
    queues.set('leads that failed other than by 503', flow.failed.length);
    for (const line of flow.refused.slice(0, MAX_LINES)) say(`  A lead was refused: ${line}`);
    for (const line of flow.failed.slice(0, MAX_LINES)) say(`  A lead failed other than by 503: ${line}`);
    const after = await untilMemoryIsBack(stack, before, slowdown, signal);
    // A deleted account has no API key.
    const claims = arrivals.map(({ eventId, webhookId }) => [eventId, Number(webhookId.split('/')[0])] as const);
    const claimed = new Map(claims.filter(([, accountId]) => clients.has(accountId)));
    const books = {
      slowdown,
      release,
      faults: [...runs].flatMap(([name, times]) => Array.from({ length: times }, () => name)),
      writes: [...flow.writes, ...writes],
      webhooks,
      arrivals,
      crashes: stack.crashes,
      logged: await readLog(webhooks, clients),
      owners: await readOwners(claimed, clients),
      quiet,
      queues,
      memory: [...before].map(([name, was]) => ({ name, before: was, after: after.get(name) ?? Number.NaN })),
    };
    return {
      entries: closeBooks(books),
      runs,
      leads: flow.writes.length,
      repeated: flow.repeated,
      requests: arrivals.length,
    };
  } finally {
    await flow.stop(0);
    for (const { id, accountId } of webhooks)
      await clients
        .get(accountId)!
        .call({ method: 'DELETE', path: `/v1/webhooks/${parseApiId(id)}` })
        .catch(() => undefined);
    await Promise.all([
      refusing.stop(),
      seedAccounts.close(),
      ...receivers.map((one) => one.stop()),
      changes.close(),
      operator.close(),
      accounts.close(),
      ...[...clients.values()].map((client) => client.close()),
    ]);
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
