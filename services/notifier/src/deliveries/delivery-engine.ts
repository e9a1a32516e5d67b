import { type Clock, type Logger, type PollLoop, type Tracing, type WakeSignal } from '@porchlight/runtime';
import type { Config } from '../config';
import type { EgressClients } from '../egress';
import type { EventStore } from '../payloads';
import { createAttempt } from './attempt-delivery';
import type { Job } from './delivery';
import type { Deliveries } from './delivery-parts';
import { createDispatcher, type Dispatcher } from './dispatcher';
import { startEventLoopMonitor } from './event-loop-monitor';
import type { Schedule } from './retry-schedule';
import { createScheduler } from './scheduler';
import { createSettler } from './settle-deliveries';

interface EngineOptions extends Pick<Deliveries, 'store' | 'endpoints' | 'leaseMs' | 'leaseToken' | 'metrics'> {
  readonly egress: EgressClients;
  readonly events: Pick<EventStore, 'read'>;
  readonly schedule: Schedule;
  /** Notified when deliveries are due. */
  readonly due: WakeSignal;
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing?: Tracing | undefined;
}

/** Queues, attempts and results of the deliveries in memory. */
export interface DeliveryEngine {
  readonly dispatcher: Dispatcher<Job>;
  /** Claims due deliveries. */
  readonly scheduler: PollLoop;
  /** Lets running attempts end, writes their results, and releases waiting deliveries to other processes. */
  stop(deadline: AbortSignal): Promise<void>;
}

const MAX_REST_MS = 60_000;
const STOP_ATTEMPTS_MS = 2_000;

/** Claims deliveries that are due, queues them by destination, attempts them and writes the results. */
export const createDeliveryEngine = (options: EngineOptions): DeliveryEngine => {
  const { store, endpoints, egress, schedule, due, config, clock, logger } = options;
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
    settle: settler.settle,
    room: settler.room,
    schedule,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
    stalledMs: () => eventLoop.stalledMs(),
    clock,
    logger,
    metrics: options.metrics,
    tracing: options.tracing,
  });
  const queues = createDispatcher<Job>({
    ...dispatcherLimits(config, schedule),
    clock,
    attempt,
    // Due at once: the scheduler handles deliveries to destinations with an open circuit.
    postpone: ({ delivery }) => settler.settle({ kind: 'retry', delivery, dueAt: clock.date() }),
    onRoom: due.notify,
  });
  const dispatcher: Dispatcher<Job> = {
    ...queues,
    enqueue(destination, job, lowPriority) {
      claimed.add(job.delivery._id);
      queues.enqueue(destination, job, lowPriority);
    },
  };
  const scheduler = createScheduler({
    ...options,
    deliveryStore: store,
    directory: endpoints.directory,
    health: endpoints.health,
    dispatcher,
    claimed,
    settle: settler.settle,
    intervalMs: config.NOTIFIER_POLL_INTERVAL_MS,
  });
  return {
    dispatcher,
    scheduler,
    async stop(deadline) {
      // Attempts that take longer are repeated by another process when their lease expires.
      const waiting = await dispatcher.stop(AbortSignal.any([deadline, AbortSignal.timeout(STOP_ATTEMPTS_MS)]));
      eventLoop.stop();
      for (const { delivery } of waiting) settler.settle({ kind: 'retry', delivery, dueAt: clock.date() });
      await settler.stop(deadline);
    },
  };
};

const dispatcherLimits = (config: Config, { retryIntervalMs }: Schedule) => ({
  concurrency: config.LIMIT_DELIVERY_ATTEMPTS,
  queueLimits: {
    concurrency: config.LIMIT_DESTINATION_ATTEMPTS_MAX,
    minConcurrency: config.LIMIT_DESTINATION_ATTEMPTS_MIN,
    perSecond: config.NOTIFIER_ENDPOINT_RATE,
    maxRestMs: Math.min(MAX_REST_MS, retryIntervalMs),
  },
  probesPerSecond: config.LIMIT_DEAD_DESTINATION_PROBES,
});
