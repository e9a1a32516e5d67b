import type { Metrics } from '@porchlight/runtime';
import type { Outcome } from './middleware/canonical-line';

/** What the bus counts. */
export interface BusMetrics {
  published(topic: string, count: number, ms: number): void;
  publishRefused(topic: string, reason: string): void;
  consumed(group: string, topic: string, count: number, ms: number, outcome: Outcome): void;
  retried(group: string, topic: string, transient: boolean): void;
  deadLettered(group: string, topic: string): void;
}

/** Counts nothing. */
export const noMetrics: BusMetrics = {
  published() {},
  publishRefused() {},
  consumed() {},
  retried() {},
  deadLettered() {},
};

/** Metrics `porchlight_bus_*`. */
export const createBusMetrics = (metrics: Metrics): BusMetrics => {
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
  return {
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
