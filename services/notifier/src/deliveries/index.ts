import type { FeatureContext } from '../feature-context';
import type { Payloads } from '../payloads';
import { followAccounts } from './account-status';
import { createAttempt } from './attempt-delivery';
import { attemptSchema, deliverySchema, type Job } from './delivery';
import { createDeliveryLog } from './delivery-log';
import { createDeliveryStore } from './delivery-store';
import { createDispatcher } from './dispatcher';
import { createEndpoints } from './endpoints';
import { startEventLoopMonitor } from './event-loop-monitor';
import { createDeliveryMetrics, measureBacklog } from './metrics';
import { createClockSkewRepair } from './repair-clock-skew';
import { createResume } from './resume-deliveries';
import { createScheduler } from './scheduler';
import { createSettler } from './settle-deliveries';

export {
  formatAttemptId,
  formatDeliveryId,
  type Attempt,
  type AttemptDocument,
  type Delivery,
  type Job,
} from './delivery';
export type { DeliveryLog } from './delivery-log';
export type { DeliveryStore } from './delivery-store';
export { formatDestination } from './destination';
export type { Dispatcher } from './dispatcher';
export { createEndpointDirectory, type Endpoint, type EndpointDirectory } from './endpoint-directory';
export { failureColumns, type EndpointDocument } from './endpoint-health';
export { createDeliveryMetrics, type DeliveryMetrics } from './metrics';
export type { Resumable } from './resume-deliveries';
export { scheduleStart } from './retry-schedule';

/** Beyond the longest attempt: waiting in memory, writing the result, clock differences. */
const LEASE_MARGIN_MS = 5_000;
/** The owner is warned after 12 h of failures if deliveries are given up after 36 h (D13.8). */
const WARN_PART = 1 / 3;
const MAX_REST_MS = 60_000;
const STOP_ATTEMPTS_MS = 2_000;

/**
 * The delivery engine: stores deliveries, claims those that are due, queues them by destination, attempts them and
 * writes the results.
 */
export const registerDeliveries = (context: FeatureContext, { events }: Pick<Payloads, 'events'>) => {
  const { config, store: database, accounts, egress, clock, ids, logger, metrics, tracing } = context;
  const documents = {
    deliveries: database.collection('deliveries', deliverySchema),
    attempts: database.collection('attempts', attemptSchema),
  };
  const store = createDeliveryStore(documents.deliveries, documents.attempts);
  const measures = createDeliveryMetrics(metrics);
  const schedule = {
    retryIntervalMs: config.WEBHOOK_RETRY_INTERVAL_MS,
    giveUpAfterMs: config.WEBHOOK_GIVE_UP_AFTER_MS,
  };
  const leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
  /** Name of this process in leases. */
  const instance = ids.random(8).toString('hex');
  let leases = 0;
  const leaseToken = (): string => `${instance}:${++leases}`;
  const notify = (): void => scheduler.notify();
  const endpoints = createEndpoints({
    accounts,
    ttlMs: config.NOTIFIER_WEBHOOK_CACHE_MS,
    warnAfterMs: schedule.giveUpAfterMs * WARN_PART,
    clock,
    logger,
  });

  /** Claimed deliveries without a written result; they are not claimed again if a clock jump ends their lease. */
  const claimed = new Set<string>();
  const settler = createSettler({
    deliveryStore: store,
    clock,
    logger,
    written: (settlements) => settlements.forEach(({ delivery }) => claimed.delete(delivery._id)),
  });
  const eventLoop = startEventLoopMonitor();
  const attempt = createAttempt({
    egress: egress.deliveries,
    systemKeys: egress.systemKeys,
    health: endpoints.health,
    settle: (settlement) => settler.settle(settlement),
    room: () => settler.room(),
    schedule,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
    stalledMs: () => eventLoop.stalledMs(),
    clock,
    logger,
    metrics: measures,
    tracing,
  });
  const queues = createDispatcher<Job>({
    clock,
    concurrency: config.LIMIT_DELIVERY_ATTEMPTS,
    queueLimits: {
      concurrency: config.LIMIT_DESTINATION_ATTEMPTS_MAX,
      minConcurrency: config.LIMIT_DESTINATION_ATTEMPTS_MIN,
      perSecond: config.NOTIFIER_ENDPOINT_RATE,
      maxRestMs: Math.min(MAX_REST_MS, schedule.retryIntervalMs),
    },
    probesPerSecond: config.LIMIT_DEAD_DESTINATION_PROBES,
    attempt,
    // Due at once: the scheduler handles deliveries to destinations with an open circuit.
    postpone: ({ delivery }) => settler.settle({ kind: 'retry', delivery, dueAt: clock.date() }),
    onRoom: notify,
  });
  const dispatcher: typeof queues = {
    ...queues,
    enqueue(destination, job, lowPriority) {
      claimed.add(job.delivery._id);
      queues.enqueue(destination, job, lowPriority);
    },
  };
  const scheduler = createScheduler({
    deliveryStore: store,
    directory: endpoints.directory,
    events,
    dispatcher,
    claimed,
    settle: (settlement) => settler.settle(settlement),
    health: endpoints.health,
    schedule,
    leaseMs,
    leaseToken,
    intervalMs: config.NOTIFIER_POLL_INTERVAL_MS,
    clock,
    logger,
  });
  const clockSkewRepair = createClockSkewRepair({
    deliveryStore: store,
    clock,
    holder: instance,
    leaseMs,
    retryIntervalMs: schedule.retryIntervalMs,
    onReset: notify,
    logger,
  });

  measureBacklog(metrics, store, clock, dispatcher);
  context.addWorker('deliveries.poll', scheduler);
  context.addWorker('deliveries.recall', clockSkewRepair);
  context.onAccounts(
    followAccounts({ accounts, directory: endpoints.directory, deliveryStore: store, onDue: notify, clock }),
  );
  return {
    store,
    log: createDeliveryLog(documents.deliveries, documents.attempts),
    documents,
    endpoints,
    dispatcher,
    leaseMs,
    leaseToken,
    metrics: measures,
    /** Reads due deliveries now. */
    notify,
    resume: createResume({ deliveryStore: store, onDue: notify, clock, logger }),
    /** Lets running attempts end, writes their results, and releases waiting deliveries to other processes. */
    async stop(deadline: AbortSignal): Promise<void> {
      // Attempts that take longer are repeated by another process when their lease expires.
      const left = await dispatcher.stop(AbortSignal.any([deadline, AbortSignal.timeout(STOP_ATTEMPTS_MS)]));
      eventLoop.stop();
      for (const { delivery } of left) settler.settle({ kind: 'retry', delivery, dueAt: clock.date() });
      await settler.stop(deadline);
    },
  };
};

export type Deliveries = ReturnType<typeof registerDeliveries>;
