import type { BatchHandler } from '@porchlight/bus';
import type { Clock, Logger, Metrics, PollLoop, Tracing, Worker } from '@porchlight/runtime';
import type { Config } from '../config';
import { createDispatcher } from './dispatcher';
import type { Job } from './job';
import { startStallMeter } from './event-loop-monitor';
import { createNotifierMetrics, measureBacklog } from '../metrics';
import type { DeliveryStore, Egress, EventBatchStore, SystemKeys, WebhookDirectory, WebhookHealth } from '../ports';
import { createAttempt } from './attempt-delivery';
import { createFanOut } from './fan-out';
import { createPoller } from './scheduler';
import { createClockSkewRepair } from './repair-clock-skew';
import { createSettler } from './settle-deliveries';

export interface DeliveriesOptions {
  readonly config: Config;
  readonly book: DeliveryStore;
  readonly events: EventBatchStore;
  /** Listeners of changes. */
  readonly webhooks: WebhookDirectory;
  /** Endpoints of deliveries. */
  readonly endpoints: Pick<WebhookDirectory, 'ofAccounts' | 'forget'>;
  readonly standing: WebhookHealth;
  readonly egress: Egress;
  readonly systemKeys: SystemKeys;
  readonly systemSignatureHeader: string;
  /** Name of this process in leases. */
  readonly instance: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

/** The part that delivers: to be fed and run by the app. */
export interface Deliveries {
  readonly fanOut: BatchHandler;
  readonly poller: PollLoop;
  /** Takes back what a wrong clock put off. */
  readonly recaller: Worker;
  /** Attempts under way may end, results are written; what waits is due for others. */
  stop(deadline: AbortSignal): Promise<void>;
}

/** Beyond the longest attempt: waiting in memory, writing the result, differing clocks. */
const LEASE_MARGIN_MS = 5_000;
const LONGEST_REST_MS = 60_000;
const STOP_ATTEMPTS_MS = 2_000;

/** Creates the delivery engine: fan-out, queues, attempts, results and the scheduler. */
export const openDeliveries = (options: DeliveriesOptions): Deliveries => {
  const { config, book, events, standing, egress, systemKeys, clock, logger } = options;
  const measures = createNotifierMetrics(options.metrics);
  const schedule = {
    retryIntervalMs: config.WEBHOOK_RETRY_INTERVAL_MS,
    giveUpAfterMs: config.WEBHOOK_GIVE_UP_AFTER_MS,
  };
  const leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
  let leases = 0;
  const leaseToken = (): string => `${options.instance}:${++leases}`;
  /**
   * Taken by this process, and no result is written yet: not to be taken again, though a clock that leaps ends its
   * lease.
   */
  const inHand = new Set<string>();
  const settler = createSettler({
    book,
    clock,
    logger,
    written: (settlements) => settlements.forEach(({ delivery }) => inHand.delete(delivery._id)),
  });
  const stalls = startStallMeter();
  const attempt = createAttempt({
    egress,
    systemKeys,
    standing,
    settle: (settlement) => settler.settle(settlement),
    room: () => settler.room(),
    schedule,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    systemSignatureHeader: options.systemSignatureHeader,
    stalledMs: () => stalls.stalledMs(),
    clock,
    logger,
    metrics: measures,
    tracing: options.tracing,
  });
  const lanes = createDispatcher<Job>({
    clock,
    concurrency: config.LIMIT_DELIVERY_ATTEMPTS,
    lanes: {
      concurrency: config.LIMIT_DESTINATION_ATTEMPTS_MAX,
      minConcurrency: config.LIMIT_DESTINATION_ATTEMPTS_MIN,
      perSecond: config.NOTIFIER_ENDPOINT_RATE,
      longestRestMs: Math.min(LONGEST_REST_MS, schedule.retryIntervalMs),
    },
    probesPerSecond: config.LIMIT_DEAD_DESTINATION_PROBES,
    attempt,
    // Due at once: the poller knows what to do with deliveries of a resting lane.
    postpone: ({ delivery }) => settler.settle({ kind: 'again', delivery, dueAt: clock.date() }),
    onRoom: () => poller.nudge(),
  });
  const dispatcher: typeof lanes = {
    ...lanes,
    enqueue: (origin, job, late) => {
      inHand.add(job.delivery._id);
      lanes.enqueue(origin, job, late);
    },
  };
  const poller = createPoller({
    book,
    directory: options.endpoints,
    events,
    dispatcher,
    inHand,
    settle: (settlement) => settler.settle(settlement),
    standing,
    schedule,
    leaseMs,
    leaseToken,
    intervalMs: config.NOTIFIER_POLL_INTERVAL_MS,
    clock,
    logger,
  });
  const fanOut = createFanOut({
    directory: options.webhooks,
    events,
    book,
    dispatcher,
    onLeft: () => poller.nudge(),
    publicBaseUrl: config.PUBLIC_BASE_URL,
    leaseMs,
    leaseToken,
    clock,
    logger,
    metrics: measures,
  });
  measureBacklog(options.metrics, book, clock, dispatcher);
  return {
    fanOut,
    poller,
    recaller: createClockSkewRepair({
      book,
      clock,
      holder: options.instance,
      leaseMs,
      retryIntervalMs: schedule.retryIntervalMs,
      onRecalled: () => poller.nudge(),
      logger,
    }),
    async stop(deadline) {
      // Attempts may end; those that would take longer are made again elsewhere when their lease runs out.
      const left = await dispatcher.stop(AbortSignal.any([deadline, AbortSignal.timeout(STOP_ATTEMPTS_MS)]));
      stalls.stop();
      for (const { delivery } of left) settler.settle({ kind: 'again', delivery, dueAt: clock.date() });
      await settler.stop(deadline);
    },
  };
};
