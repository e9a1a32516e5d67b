import { createCachedGauge, type Counter, type Histogram, type Metrics } from '@porchlight/runtime';
import type { Dispatcher } from './dispatcher';
import type { DeliveryStore } from './delivery-store';

/** Metrics of deliveries. */
export interface DeliveryMetrics {
  readonly attempts: Counter<'outcome'>;
  readonly firstAttemptSeconds: Histogram;
  readonly deliveriesWritten: Counter;
}

const LATENCY_BUCKETS = [0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600];

/** Creates the counters and the histogram of deliveries. */
export const createDeliveryMetrics = (metrics: Metrics): DeliveryMetrics => ({
  attempts: metrics.counter('notifier_attempts_total', 'Delivery attempts, by outcome.', ['outcome']),
  firstAttemptSeconds: metrics.histogram(
    'notifier_first_attempt_seconds',
    'From the change to the first attempt.',
    [],
    LATENCY_BUCKETS,
  ),
  deliveriesWritten: metrics.counter('notifier_deliveries_total', 'Deliveries written by fan-out.'),
});

/** Registers gauges of the backlog and of the dispatcher. */
export const measureBacklog = (
  metrics: Metrics,
  deliveryStore: DeliveryStore,
  clock: { now(): number; date(): Date },
  dispatcher: Pick<Dispatcher<unknown>, 'load' | 'destinations'>,
): void => {
  // Counting a large backlog costs seconds.
  const backlog = createCachedGauge(() => deliveryStore.backlog(clock.date()));
  metrics.gauge(
    'notifier_due_deliveries',
    'Deliveries that are due and not leased.',
    [],
    async () => (await backlog()).due,
  );
  metrics.gauge('notifier_oldest_due_seconds', 'Age of the longest overdue delivery.', [], async () => {
    const { oldest } = await backlog();
    return oldest ? Math.max(0, clock.now() - oldest.getTime()) / 1000 : 0;
  });
  metrics.gauge(
    'notifier_waiting_deliveries',
    'Leased deliveries that wait in memory.',
    [],
    () => dispatcher.load().waiting,
  );
  metrics.gauge('notifier_running_attempts', 'Attempts under way.', [], () => dispatcher.load().running);
  metrics.gauge(
    'notifier_destination_concurrency_max',
    'Largest concurrency that a destination in memory has reached.',
    [],
    () => dispatcher.load().largestConcurrency,
  );
  metrics.gauge(
    'notifier_destinations',
    'Destinations in memory: new, quick, slow, or resting (their circuit is open).',
    ['kind'],
    (gauge) => {
      for (const [kind, count] of Object.entries(dispatcher.destinations())) gauge.set({ kind }, count);
    },
  );
};
