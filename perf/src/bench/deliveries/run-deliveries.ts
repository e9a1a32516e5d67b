import { findProgram } from '@porchlight/tools/src/launcher/find-program';
import { startBenchReceiver, type BenchReceiver } from '../bench-receiver';
import { cpuBetween, readCpu, readRss } from '../processes';
import { startQueueProcess } from '../roles';
import { median } from '../statistics';
import { BENCH_PATH, measureLatency, type LatencyResult } from '../webhooks';
import { inTheComingDay } from './backlog';
import { createTemplate, withBacklog, type DeliveriesContext } from './deliveries-context';
import { measureFairness, type FairnessResult } from './fairness';

export interface QueueResult {
  readonly deliveries: number;
  readonly serviceRuns: readonly number[];
  /** Undefined without Redis on the PATH. */
  readonly baselineRuns?: readonly number[];
  /** Attempts in the log, of those made. */
  readonly logged: number;
  readonly made: number;
  /** CPU of a delivery, microseconds, by process. */
  readonly cpuMicros: Readonly<Record<string, number>>;
}

export interface BacklogResult {
  readonly pending: number;
  readonly before: LatencyResult;
  readonly after: LatencyResult;
  /** Resident memory of the notifier, MB. */
  readonly rssBefore: number;
  readonly rssAfter: number;
}

export interface DeliveriesResult {
  readonly queue?: QueueResult;
  readonly backlog?: BacklogResult;
  readonly fairness?: FairnessResult;
}

const DELIVERIES = 10_000;
const RECEIVERS = 8;
const CONCURRENCY = 64;
const MAX_MS = 90_000;
const BACKLOG_ROUNDS = 3;

/**
 * Drains 10,000 deliveries by the notifier and by BullMQ in turn, to the same receivers, from first to last arrival.
 */
const measureQueue = (context: DeliveriesContext): Promise<QueueResult> =>
  withBacklog(context, async (backlog) => {
    const { connection, say, sleep, signal, runs } = context;
    const receivers: BenchReceiver[] = [];
    try {
      while (receivers.length < RECEIVERS) receivers.push(await startBenchReceiver(connection.receiverTls));
      const urls = receivers.map(({ url }) => `${url}${BENCH_PATH}backlog`);
      const webhooks = await backlog.addWebhooks(
        await createTemplate(context, `${receivers[0]!.url}${BENCH_PATH}template`),
        urls,
      );
      const redis = findProgram('redis-server');
      const service: number[] = [];
      const baseline: number[] = [];
      const cpu: Record<string, number> = {};
      const received = (): number => receivers.reduce((sum, one) => sum + one.received, 0);
      const drained = async (begin: () => Promise<void>): Promise<number> => {
        for (const receiver of receivers) receiver.clear();
        await begin();
        const end = performance.now() + MAX_MS;
        while (received() < DELIVERIES && performance.now() < end) await sleep(2);
        if (received() < DELIVERIES) throw new Error(`${DELIVERIES - received()} of ${DELIVERIES} did not arrive`);
        // Measured at the receivers: notifications may arrive before `begin` resolves.
        const first = Math.min(...receivers.map(({ firstAt }) => firstAt ?? Number.POSITIVE_INFINITY));
        return DELIVERIES / ((performance.now() - first) / 1_000);
      };
      const { launcher: _launcher, ...pids } = connection.pids;
      for (let run = 0; run < runs; run += 1) {
        let before = readCpu(pids);
        service.push(
          await drained(async () => {
            const dueAt = Date.now() + 15_000;
            await backlog.add(DELIVERIES, webhooks, 'peopleCreated', (nth) => dueAt + Math.floor(nth / 50), signal);
            await sleep(Math.max(0, dueAt - Date.now()));
            before = readCpu(pids);
          }),
        );
        await sleep(1_000);
        for (const [name, seconds] of Object.entries(cpuBetween(before, readCpu(pids))))
          cpu[name] = (cpu[name] ?? 0) + (seconds * 1e6) / DELIVERIES / runs;
        say(`queue: ours ${Math.round(service.at(-1)!)} /s`);
        if (!redis) continue;
        let stop: () => Promise<void> = async () => undefined;
        try {
          baseline.push(
            await drained(async () => {
              ({ stop } = await startQueueProcess(
                { redis, caFile: connection.caFile, urls, jobs: DELIVERIES, concurrency: CONCURRENCY },
                signal,
              ));
            }),
          );
        } finally {
          await stop();
        }
        say(`queue: BullMQ ${Math.round(baseline.at(-1)!)} /s`);
      }
      await sleep(1_000);
      const made = runs * DELIVERIES;
      return {
        deliveries: DELIVERIES,
        serviceRuns: service,
        ...(redis && { baselineRuns: baseline }),
        logged: await backlog.countAttempts(),
        made,
        cpuMicros: cpu,
      };
    } finally {
      for (const receiver of receivers) await receiver.stop();
    }
  });

/** Measures new notifications without and with a large backlog: half due for a dead receiver, half due later. */
export const measureBacklog = (context: DeliveriesContext): Promise<BacklogResult> =>
  withBacklog(context, async (backlog) => {
    const { client, connection, body, cycle, pending, say, sleep, signal } = context;
    const open: BenchReceiver[] = [];
    const start = async (): Promise<BenchReceiver> => {
      const receiver = await startBenchReceiver(connection.receiverTls);
      open.push(receiver);
      return receiver;
    };
    try {
      const receiver = await start();
      const dead = await start();
      dead.hold();
      const template = await createTemplate(context, `${receiver.url}${BENCH_PATH}fresh`);
      // How senders and loops of consumers happen to fall together lasts for seconds and moves a p50 by half: the
      // median of a few.
      const measure = async (): Promise<LatencyResult> => {
        const rounds: LatencyResult[] = [];
        for (let round = 0; round < BACKLOG_ROUNDS; round += 1) {
          receiver.clear();
          rounds.push(await measureLatency(client, receiver, { body, cycle, perSecond: 50, seconds: 8, sleep }));
        }
        const missing = rounds.reduce((sum, round) => sum + round.missing, 0);
        return { ...rounds.sort((a, b) => a.p50 - b.p50)[(BACKLOG_ROUNDS - 1) / 2]!, missing };
      };
      const rss = (): number => readRss(connection.pids['notifier']!) ?? Number.NaN;
      const before = await measure();
      const rssBefore = rss();
      const webhooks = await backlog.addWebhooks(template, [`${dead.url}${BENCH_PATH}dead`]);
      say(`backlog: ${pending} deliveries that wait`);
      const now = Date.now();
      // Due deliveries are an hour old, as after an outage of a receiver.
      await backlog.add(
        pending,
        webhooks,
        'peopleCreated',
        (nth) =>
          nth % 2 === 0 ? now - 3_600_000 + Math.floor((nth / pending) * 3_500_000) : inTheComingDay(nth, pending),
        signal,
      );
      await sleep(5_000);
      const after = await measure();
      return { pending, before, after, rssBefore, rssAfter: rss() };
    } finally {
      for (const receiver of open) await receiver.stop();
    }
  });

/** Runs the selected parts of queue, backlog and fair. */
export const runDeliveries = async (
  context: DeliveriesContext,
  wants: (part: string) => boolean,
  attempt: <T>(what: string, work: () => Promise<T>) => Promise<T | undefined>,
): Promise<DeliveriesResult> => {
  const queue = wants('queue') ? await attempt('queue', () => measureQueue(context)) : undefined;
  const backlog = wants('backlog') ? await attempt('backlog', () => measureBacklog(context)) : undefined;
  const fairness = wants('fair') ? await attempt('fair', () => measureFairness(context)) : undefined;
  return { ...(queue && { queue }), ...(backlog && { backlog }), ...(fairness && { fairness }) };
};

export const medianOrNaN = (runs: readonly number[] | undefined): number => (runs ? median(runs) : Number.NaN);
