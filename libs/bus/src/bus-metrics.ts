import { startStopwatch, type Metrics } from '@porchlight/runtime';
import type { Outcome } from './middleware/canonical-line';

/** Metrics of the bus. */
export interface BusMetrics {
  published(topic: string, count: number, ms: number): void;
  publishRefused(topic: string, reason: string): void;
  consumed(group: string, topic: string, count: number, ms: number, outcome: Outcome): void;
  retried(group: string, topic: string, transient: boolean): void;
  deadLettered(group: string, topic: string): void;
  /** A batch has started; call the returned function at its end. */
  began(group: string, topic: string): () => void;
  /** Number of messages of a partition that this member has not handled yet. */
  behind(group: string, topic: string, partition: number, messages: number): void;
  /** The group was joined, with new partitions, or lost. */
  membership(group: string, joined: boolean): void;
}

/** Records no metrics. */
export const noMetrics: BusMetrics = {
  published() {},
  publishRefused() {},
  consumed() {},
  retried() {},
  deadLettered() {},
  began: () => () => {},
  behind() {},
  membership() {},
};

/** One set for all buses of a process: gauges are read at the scrape. */
const made = new WeakMap<Metrics, BusMetrics>();

/** Metrics `porchlight_bus_*`. */
export const createBusMetrics = (metrics: Metrics): BusMetrics => {
  let known = made.get(metrics);
  if (!known) made.set(metrics, (known = registerBusMetrics(metrics)));
  return known;
};

const registerBusMetrics = (metrics: Metrics): BusMetrics => {
  const published = metrics.counter('bus_published_total', 'Messages acknowledged by the broker.', ['topic']);
  const sends = metrics.histogram('bus_send_seconds', 'From sending a batch to its acknowledgement.', ['topic']);
  const refused = metrics.counter('bus_publish_refused_total', 'Publish calls refused.', ['topic', 'reason']);
  const consumed = metrics.counter('bus_consumed_total', 'Messages consumed.', ['group', 'topic', 'outcome']);
  const handling = metrics.histogram('bus_handle_seconds', 'Handling of a batch, retries included.', [
    'group',
    'topic',
  ]);
  const retries = metrics.counter('bus_retries_total', 'Attempts that failed.', ['group', 'topic', 'transient']);
  const dead = metrics.counter('bus_dead_lettered_total', 'Messages laid in a dead-letter topic.', ['group', 'topic']);
  const member = metrics.gauge('bus_group_member', 'Whether this process is a member of the group: 1 or 0.', ['group']);
  const lag = metrics.gauge(
    'bus_consumer_lag',
    'Messages before this member, of its partitions, as of the last fetch.',
    ['group', 'topic'],
  );
  /** By group and topic, by partition. */
  const lags = new Map<string, Map<string, Map<number, number>>>();
  const running = new Set<{ readonly group: string; readonly topic: string; readonly elapsed: () => number }>();
  metrics.gauge(
    'bus_batch_age_seconds',
    'How long the batch at hand has been handled, retries included; 0 without one.',
    ['group', 'topic'],
    (gauge) => {
      const oldest = new Map<string, { group: string; topic: string; seconds: number }>();
      for (const { group, topic, elapsed } of running) {
        const seconds = Math.max(oldest.get(`${group} ${topic}`)?.seconds ?? 0, elapsed() / 1000);
        oldest.set(`${group} ${topic}`, { group, topic, seconds });
      }
      gauge.reset();
      for (const { group, topic, seconds } of oldest.values()) gauge.set({ group, topic }, seconds);
    },
  );
  return {
    began(group, topic) {
      const batch = { group, topic, elapsed: startStopwatch() };
      running.add(batch);
      return () => void running.delete(batch);
    },
    behind(group, topic, partition, messages) {
      let topics = lags.get(group);
      if (!topics) lags.set(group, (topics = new Map()));
      let partitions = topics.get(topic);
      if (!partitions) topics.set(topic, (partitions = new Map()));
      partitions.set(partition, messages);
      lag.set(
        { group, topic },
        [...partitions.values()].reduce((sum, one) => sum + one, 0),
      );
    },
    membership(group, joined) {
      member.set({ group }, joined ? 1 : 0);
      // Partitions of another member are measured there.
      for (const topic of lags.get(group)?.keys() ?? []) lag.set({ group, topic }, 0);
      lags.delete(group);
    },
    published(topic, count, ms) {
      published.inc({ topic }, count);
      sends.observe({ topic }, ms / 1000);
    },
    publishRefused: (topic, reason) => refused.inc({ topic, reason }),
    consumed(group, topic, count, ms, outcome) {
      consumed.inc({ group, topic, outcome }, count);
      handling.observe({ group, topic }, ms / 1000);
    },
    retried: (group, topic, transient) => retries.inc({ group, topic, transient: String(transient) }),
    deadLettered: (group, topic) => dead.inc({ group, topic }),
  };
};
