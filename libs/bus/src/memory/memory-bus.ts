import { refuse } from '@porchlight/errors';
import { createLogger, type Metrics, type Tracing } from '@porchlight/runtime';
import type { Bus, BusMessage, DeliveryPolicy } from '../bus';
import { createBusMetrics } from '../bus-metrics';
import { checkMessages } from '../message-size';
import { createPipeline, DEFAULT_MAX_BATCH } from '../pipeline';
import { settledWithin } from '../settled-within';
import { tracePublishing } from '../trace-messages';
import { createMemoryBroker, type MemoryBroker, type MemoryMember } from './memory-broker';

export interface MemoryBusOptions {
  /** Shared by connected buses; default: a separate broker. */
  readonly broker?: MemoryBroker;
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly delivery?: Partial<DeliveryPolicy>;
}

const logger = createLogger({ service: 'memory-bus', level: 'silent', destination: { write() {} } });

const STOP_GRACE_MS = 5_000;

/**
 * A bus within the process, for tests: same order, groups, retries, dead letters and limits as the one over Kafka (both
 * pass one conformance suite). Not persistent.
 */
export const createMemoryBus = (options: MemoryBusOptions = {}): Bus => {
  const { broker = createMemoryBroker(), delivery, tracing } = options;
  const stops = new Set<() => Promise<void>>();
  let closed = false;

  const publish: Bus['publish'] = async (topic, messages) => {
    checkMessages(messages);
    if (closed) throw refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
    broker.append(topic, messages);
  };

  return {
    publish: tracing ? tracePublishing(tracing, publish) : publish,
    async subscribe(subscribeOptions) {
      if (closed) throw refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
      const stopping = new AbortController();
      const aborting = new AbortController();
      const running = new Set<Promise<void>>();
      let yielding = new AbortController();
      const publishDeadLetter = async (topic: string, message: BusMessage): Promise<void> => {
        broker.ensureTopics([{ name: topic, partitions: 1 }]);
        broker.append(topic, [message]);
      };
      const deliver = createPipeline(subscribeOptions, {
        logger,
        metrics: createBusMetrics(options.metrics),
        tracing,
        publishDeadLetter,
        ...(delivery && { delivery }),
      });
      const member: MemoryMember = {
        group: subscribeOptions.group,
        topics: subscribeOptions.topics,
        fromBeginning: subscribeOptions.fromBeginning ?? true,
        maxBatch: subscribeOptions.maxBatch ?? DEFAULT_MAX_BATCH,
        async deliver(topic, partition, all) {
          const batch = subscribeOptions.types ? all.filter(({ type }) => subscribeOptions.types?.has(type)) : all;
          if (batch.length === 0) return;
          const run = deliver(batch, {
            topic,
            partition,
            signal: aborting.signal,
            stopping: AbortSignal.any([stopping.signal, yielding.signal]),
          });
          running.add(run);
          try {
            await run;
          } finally {
            running.delete(run);
          }
        },
        relinquish() {
          yielding.abort();
          yielding = new AbortController();
        },
      };
      broker.join(member);
      const stop = async (): Promise<void> => {
        if (!stops.delete(stop)) return;
        stopping.abort();
        broker.leave(member);
        if (!(await settledWithin(STOP_GRACE_MS, Promise.allSettled(running)))) aborting.abort();
        await settledWithin(STOP_GRACE_MS, Promise.allSettled(running));
      };
      stops.add(stop);
      return { stop };
    },
    answers: async () => !closed,
    ready: async () => !closed,
    ensureTopics: async (topics) => broker.ensureTopics(topics),
    async close() {
      closed = true;
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
};
