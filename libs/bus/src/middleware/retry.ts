import { sleep, type Logger } from '@porchlight/runtime';
import type { DeliveryPolicy } from '../bus';
import { HandlerTimeout } from './handler-timeout';
import { type Middleware, Stopped } from './middleware';

export interface RetryOptions {
  readonly policy: DeliveryPolicy;
  readonly group: string;
  readonly logger: Logger;
  readonly onRetry?: (topic: string, transient: boolean) => void;
}

/** Attempts on a batch of several messages before it is split. */
const ATTEMPTS_OF_SEVERAL = 2;
/** Attempts on one message whose handler exceeds its time limit: each attempt lasts for the whole limit (60 s by default). */
const ATTEMPTS_AFTER_TIMEOUT = 3;

/** Attempts after this error: a batch that took too long is split at once, because the same work takes as long again. */
const attemptLimit = (error: unknown, batchSize: number, attempts: number): number => {
  if (!(error instanceof HandlerTimeout)) return batchSize === 1 ? attempts : Math.min(ATTEMPTS_OF_SEVERAL, attempts);
  return batchSize === 1 ? Math.min(ATTEMPTS_AFTER_TIMEOUT, attempts) : 1;
};

/** Milliseconds before attempt `failures + 1`: 1x, 2x, 4x ... of the first, never over the longest. */
export const backoffOf = (policy: Pick<DeliveryPolicy, 'firstBackoffMs' | 'maxBackoffMs'>, failures: number): number =>
  Math.min(policy.maxBackoffMs, policy.firstBackoffMs * 2 ** Math.min(failures - 1, 20));

/**
 * Retries with exponential backoff. A fault of the message is thrown after the last attempt; so is HandlerTimeout. A
 * transient fault is retried until the subscription ends, because an outage of hours must neither lose a message nor
 * change the order of messages.
 */
export const retry =
  ({ policy, group, logger, onRetry }: RetryOptions): Middleware =>
  (next) =>
  async (batch, context) => {
    let counted = 0;
    for (let failures = 1; ; failures++) {
      if (context.stopping.aborted) throw new Stopped();
      context.tally.attempts++;
      try {
        return await next(batch, context);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        const transient = !(error instanceof HandlerTimeout) && policy.isTransient(error);
        if (!transient && ++counted >= attemptLimit(error, batch.length, policy.attempts)) throw error;
        const { topic, partition } = context;
        const delayMs = backoffOf(policy, failures);
        onRetry?.(topic, transient);
        logger.warn({
          event: 'batch.retried',
          group,
          topic,
          partition,
          count: batch.length,
          failures,
          transient,
          delayMs,
          err: error,
        });
        await sleep(delayMs, context.stopping);
      }
    }
  };
