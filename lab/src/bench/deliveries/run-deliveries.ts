import { HOUR_MS } from '@porchlight/runtime';
import type { BenchContext } from '../bench-context';
import type { BenchReceiver } from '../bench-receiver';
import { cpuBetween, readCpu, readRss } from '../../processes';
import { addWebhook, measureLatency, type LatencyResult } from '../webhooks';
import { hookAt, withBacklog } from './backlog';

export interface QueueResult {
  readonly deliveries: number;
  readonly serviceRuns: readonly number[];
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

const DELIVERIES = 10_000;
const RECEIVERS = 8;
const MAX_MS = 90_000;
const BACKLOG_ROUNDS = 3;

/** Drains 10,000 deliveries to eight receivers, from first to last arrival. */
export const measureQueue = (context: BenchContext): Promise<QueueResult> =>
  withBacklog(context, async (backlog) => {
    const { client, connection, say, sleep, options } = context;
    const { runs } = options;
    const receivers: BenchReceiver[] = [];
    while (receivers.length < RECEIVERS) receivers.push(await backlog.startReceiver());
    const urls = receivers.map((receiver) => hookAt(receiver, 'backlog'));
    const webhooks = await backlog.copyWebhook(await addWebhook(client, hookAt(receivers[0]!, 'template')), urls);
    const serviceRuns: number[] = [];
    const cpuMicros: Record<string, number> = {};
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
      serviceRuns.push(
        await drained(async () => {
          const dueAt = Date.now() + 15_000;
          await backlog.add(DELIVERIES, webhooks, (nth) => dueAt + Math.floor(nth / 50));
          await sleep(Math.max(0, dueAt - Date.now()));
          before = readCpu(pids);
        }),
      );
      await sleep(1_000);
      for (const [name, seconds] of Object.entries(cpuBetween(before, readCpu(pids))))
        cpuMicros[name] = (cpuMicros[name] ?? 0) + (seconds * 1e6) / DELIVERIES / runs;
      say(`queue: ${Math.round(serviceRuns.at(-1)!)} /s`);
    }
    await sleep(1_000);
    return {
      deliveries: DELIVERIES,
      serviceRuns,
      logged: await backlog.countAttempts(),
      made: runs * DELIVERIES,
      cpuMicros,
    };
  });

/** Measures new notifications without and with a large backlog: half due for a dead receiver, half due later. */
export const measureBacklog = (context: BenchContext): Promise<BacklogResult> =>
  withBacklog(context, async (backlog) => {
    const { client, connection, say, sleep, options } = context;
    const { pending } = options;
    const receiver = await backlog.startReceiver();
    const dead = await backlog.startReceiver();
    dead.hold();
    const webhook = await addWebhook(client, hookAt(receiver, 'fresh'));
    // The phases of senders and consumers move a p50 by half for seconds: the median of a few rounds.
    const measure = async (): Promise<LatencyResult> => {
      const rounds: LatencyResult[] = [];
      for (let round = 0; round < BACKLOG_ROUNDS; round += 1) {
        receiver.clear();
        rounds.push(await measureLatency(context, receiver, { perSecond: 50, seconds: 8 }));
      }
      const missing = rounds.reduce((sum, round) => sum + round.missing, 0);
      return { ...rounds.sort((a, b) => a.p50 - b.p50)[(BACKLOG_ROUNDS - 1) / 2]!, missing };
    };
    const rss = (): number => readRss(connection.pids['notifier']!) ?? Number.NaN;
    const before = await measure();
    const rssBefore = rss();
    const webhooks = await backlog.copyWebhook(webhook, [hookAt(dead, 'dead')]);
    say(`backlog: ${pending} deliveries that wait`);
    const now = Date.now();
    const share = (nth: number, ms: number): number => Math.floor((nth / pending) * ms);
    // Due deliveries are an hour old, as after an outage of a receiver; the others are due within the coming day.
    await backlog.add(pending, webhooks, (nth) =>
      nth % 2 === 0 ? now - HOUR_MS + share(nth, 3_500_000) : now + HOUR_MS + share(nth, 23 * HOUR_MS),
    );
    await sleep(5_000);
    return { pending, before, after: await measure(), rssBefore, rssAfter: rss() };
  });
