import { sleep, type Logger } from '@porchlight/runtime';
import type { DeliveryPolicy } from '../bus';
import { type Middleware, Stopped } from './middleware';

export interface RetryOptions {
  readonly policy: DeliveryPolicy;
  readonly group: string;
  readonly logger: Logger;
  readonly onRetry?: (topic: string, transient: boolean) => void;
}

/** Attempts on a batch of several before it is split: to find the bad one matters more than to repeat all of it. */
const ATTEMPTS_OF_SEVERAL = 2;

/** Milliseconds before attempt `failures + 1`: 1x, 2x, 4x ... of the first, never over the longest. */
export const backoffOf = (policy: Pick<DeliveryPolicy, 'firstBackoffMs' | 'maxBackoffMs'>, failures: number): number =>
  Math.min(policy.maxBackoffMs, policy.firstBackoffMs * 2 ** Math.min(failures - 1, 20));

/**
 * Tries again with growing waits. A fault of the message is thrown on after the last attempt. A fault of the
 * surroundings has no last attempt: an outage of hours must neither lose a message nor let a later one overtake it;
 * only the end of the subscription ends it.
 */
export const retry =
  ({ policy, group, logger, onRetry }: RetryOptions): Middleware =>
  (next) =>
  async (batch, context) => {
    const limit = batch.length === 1 ? policy.attempts : Math.min(ATTEMPTS_OF_SEVERAL, policy.attempts);
    let counted = 0;
    for (let failures = 1; ; failures++) {
      if (context.stopping.aborted) throw new Stopped();
      context.tally.attempts++;
      try {
        return await next(batch, context);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        const transient = policy.isTransient(error);
        if (!transient && ++counted >= limit) throw error;
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
