import type { Logger, Tracing } from '@porchlight/runtime';
import type { BusMessage, DeliveryPolicy, SubscribeOptions } from './bus';
import type { BusMetrics } from './bus-metrics';
import { isTransient } from './is-transient';
import { canonicalLine } from './middleware/canonical-line';
import { deadLetter } from './middleware/dead-letter';
import { deadline } from './middleware/deadline';
import { meantFor } from './middleware/meant-for';
import { compose, type DeliveryContext } from './middleware/middleware';
import { retry } from './middleware/retry';
import { trace } from './middleware/trace';

/**
 * Waits between attempts with these settings: | attempt | 1 | 2 | 3 | 4 | 5 | (a transient error: 6 ... without limit)
 * | | wait | 0 | 100 ms | 200 ms | 400 ms | 800 ms | 1.6 s, 3.2 s, then 5 s each |
 */
const DELIVERY: DeliveryPolicy = {
  attempts: 5,
  firstBackoffMs: 100,
  maxBackoffMs: 5_000,
  handlerTimeoutMs: 60_000,
  isTransient: (error) => isTransient(error),
};

/** Longest run of a resumable handler, ms. */
const RESUMABLE_RUN_MS = 20_000;

/** Default number of messages in a batch. */
export const DEFAULT_MAX_BATCH = 500;

export interface PipelineParts {
  readonly logger: Logger;
  readonly metrics: BusMetrics;
  readonly tracing?: Tracing | undefined;
  readonly delivery?: Partial<DeliveryPolicy>;
  readonly publishDeadLetter: (topic: string, message: BusMessage) => Promise<void>;
}

export type Pipeline = ReturnType<typeof createPipeline>;

/**
 * The complete middleware between a broker and a handler, the same for every bus: retries, dead letters, deadlines, log
 * lines. The returned function handles one batch. It resolves when every message is handled or dead-lettered. It
 * rejects with Stopped if the subscription ends first, with Postponed if other keys come first; messages not reported
 * by `settled` are delivered again.
 */
export const createPipeline = (options: SubscribeOptions, parts: PipelineParts) => {
  const { group, resumable } = options;
  const limit = resumable ? { handlerTimeoutMs: RESUMABLE_RUN_MS } : {};
  const policy: DeliveryPolicy = { ...DELIVERY, ...limit, ...parts.delivery, ...options.delivery };
  const { logger, metrics, tracing, publishDeadLetter } = parts;
  const step = compose(
    [
      meantFor(group),
      canonicalLine({ group, logger, onBatch: (...a) => metrics.consumed(group, ...a) }),
      deadLetter({
        group,
        policy,
        logger,
        publishDeadLetter,
        onDeadLetter: (topic) => metrics.deadLettered(group, topic),
      }),
      retry({
        group,
        policy,
        resumable,
        logger,
        onRetry: (topic, transient) => metrics.retried(group, topic, transient),
      }),
      ...(tracing ? [trace(group, tracing)] : []),
      deadline(policy.handlerTimeoutMs),
    ],
    (batch, { topic, partition, signal, reject }) => options.handler(batch, { topic, partition, signal, reject }),
  );
  return async (batch: readonly BusMessage[], context: Omit<DeliveryContext, 'tally'>): Promise<void> => {
    const ended = metrics.began(group, context.topic);
    try {
      await step(batch, { ...context, tally: { attempts: 0, deadLettered: 0 } });
    } finally {
      ended();
    }
  };
};
