import { startStopwatch, type Metrics } from '@porchlight/runtime';
import type { Outcome } from './middleware/canonical-line';

export type BusMetrics = ReturnType<typeof registerBusMetrics>;

/** One set for all buses of a process: gauges are read at the scrape. */
const registeredSets = new WeakMap<Metrics, BusMetrics>();

/** Metrics `porchlight_bus_*`; without `metrics` nothing is recorded. */
export const createBusMetrics = (metrics: Metrics | undefined): BusMetrics => {
  const existing = metrics && registeredSets.get(metrics);
  if (existing) return existing;
  const registered = registerBusMetrics(metrics);
  if (metrics) registeredSets.set(metrics, registered);
  return registered;
};

const registerBusMetrics = (metrics: Metrics | undefined) => {
  const published = metrics?.counter('bus_published_total', 'Messages acknowledged by the broker.', ['topic']);
  const sends = metrics?.histogram('bus_send_seconds', 'From sending a batch to its acknowledgement.', ['topic']);
  const refused = metrics?.counter('bus_publish_refused_total', 'Publish calls refused.', ['topic', 'reason']);
  const consumed = metrics?.counter('bus_consumed_total', 'Messages consumed.', ['group', 'topic', 'outcome']);
  const handling = metrics?.histogram('bus_handle_seconds', 'Handling of a batch, retries included.', [
    'group',
    'topic',
  ]);
  const retries = metrics?.counter('bus_retries_total', 'Attempts that failed.', ['group', 'topic', 'transient']);
  const dead = metrics?.counter('bus_dead_lettered_total', 'Messages laid in a dead-letter topic.', ['group', 'topic']);
  const member = metrics?.gauge('bus_group_member', 'Whether this process is a member of the group: 1 or 0.', [
    'group',
  ]);
  const lag = metrics?.gauge(
    'bus_consumer_lag',
    'Messages before this member, of its partitions, as of the last fetch.',
    ['group', 'topic'],
  );
  /** By group and topic, by partition. */
  const lags = new Map<string, Map<string, Map<number, number>>>();
  const running = new Set<{ readonly group: string; readonly topic: string; readonly elapsed: () => number }>();
  metrics?.gauge(
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
    /** A batch has started; call the returned function at its end. */
    began(group: string, topic: string): () => void {
      const batch = { group, topic, elapsed: startStopwatch() };
      running.add(batch);
      return () => void running.delete(batch);
    },
    /** Number of messages of a partition that this member has not handled yet. */
    behind(group: string, topic: string, partition: number, messages: number): void {
      let topics = lags.get(group);
      if (!topics) lags.set(group, (topics = new Map()));
      let partitions = topics.get(topic);
      if (!partitions) topics.set(topic, (partitions = new Map()));
      partitions.set(partition, messages);
      const sum = [...partitions.values()].reduce((all, one) => all + one, 0);
      lag?.set({ group, topic }, sum);
    },
    /** The group was joined, with new partitions, or lost. */
    membership(group: string, joined: boolean): void {
      member?.set({ group }, joined ? 1 : 0);
      // Partitions of another member are measured there.
      for (const topic of lags.get(group)?.keys() ?? []) lag?.set({ group, topic }, 0);
      lags.delete(group);
    },
    published(topic: string, count: number, ms: number): void {
      published?.inc({ topic }, count);
      sends?.observe({ topic }, ms / 1000);
    },
    publishRefused: (topic: string, reason: string) => refused?.inc({ topic, reason }),
    consumed(group: string, topic: string, count: number, ms: number, outcome: Outcome): void {
      consumed?.inc({ group, topic, outcome }, count);
      handling?.observe({ group, topic }, ms / 1000);
    },
    retried: (group: string, topic: string, transient: boolean) =>
      retries?.inc({ group, topic, transient: String(transient) }),
    deadLettered: (group: string, topic: string) => dead?.inc({ group, topic }),
  };
};
