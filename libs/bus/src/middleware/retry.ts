import { sleep, type Logger } from '@porchlight/runtime';
import type { BusMessage, DeliveryPolicy, SubscribeOptions } from '../bus';
import { HandlerTimeout, type Middleware, Postponed, Stopped } from './middleware';

/** Attempts on a batch of several messages before it is split. */
const ATTEMPTS_OF_SEVERAL = 2;
/**
 * Attempts on one message whose handler exceeds its time limit: each attempt lasts for the whole limit (60 s by
 * default).
 */
const ATTEMPTS_AFTER_TIMEOUT = 3;

/** Attempts on a batch with a transient fault before its slot is given to other keys. */
const ATTEMPTS_BEFORE_POSTPONING = 3;
/** Runs of a resumable handler on one message before it counts as one that never finishes: one hour at 20 s each. */
const MAX_CONTINUATIONS = 180;
const MAX_COUNTED = 1_000;

/**
 * Attempts after this error: a batch that took too long is split at once, because the same work takes as long again.
 */
const attemptLimit = (error: unknown, batchSize: number, attempts: number): number => {
  if (!(error instanceof HandlerTimeout)) return batchSize === 1 ? attempts : Math.min(ATTEMPTS_OF_SEVERAL, attempts);
  return batchSize === 1 ? Math.min(ATTEMPTS_AFTER_TIMEOUT, attempts) : 1;
};

/** Milliseconds before attempt `failures + 1`: 1x, 2x, 4x ... of the first, never over the longest. */
export const computeBackoff = (
  policy: Pick<DeliveryPolicy, 'firstBackoffMs' | 'maxBackoffMs'>,
  failures: number,
): number => Math.min(policy.maxBackoffMs, policy.firstBackoffMs * 2 ** Math.min(failures - 1, 20));

/**
 * Retries with exponential backoff. A fault of the message is thrown after the last attempt; so is HandlerTimeout. A
 * transient fault is retried until the subscription ends, because an outage of hours must neither lose a message nor
 * change the order of messages. Where other keys wait for the slot, the batch is postponed after three attempts. A
 * resumable handler that runs out of time on one message continues with its next attempt.
 */
export const retry =
  ({
    policy,
    group,
    resumable = false,
    logger,
    onRetry,
  }: Pick<SubscribeOptions, 'group' | 'resumable'> & {
    readonly policy: DeliveryPolicy;
    readonly logger: Logger;
    readonly onRetry?: (topic: string, transient: boolean) => void;
  }): Middleware =>
  (next) => {
    const continuations = new Map<string, number>();
    const mayContinue = ({ id }: BusMessage): boolean => {
      const count = (continuations.get(id) ?? 0) + 1;
      if (continuations.size >= MAX_COUNTED) continuations.clear();
      continuations.set(id, count);
      return count <= MAX_CONTINUATIONS;
    };
    return async (batch, context) => {
      const [only] = batch.length === 1 ? batch : [];
      let counted = 0;
      for (let failures = 1; ; failures++) {
        if (context.stopping.aborted) throw new Stopped();
        context.tally.attempts++;
        try {
          await next(batch, context);
          if (only) continuations.delete(only.id);
          return;
        } catch (error) {
          if (error instanceof Stopped) throw error;
          if (resumable && only && error instanceof HandlerTimeout && mayContinue(only)) {
            if (context.canPostpone) throw new Postponed(0);
            continue;
          }
          const transient = !(error instanceof HandlerTimeout) && policy.isTransient(error);
          if (!transient && ++counted >= attemptLimit(error, batch.length, policy.attempts)) throw error;
          const { topic, partition } = context;
          const postpone = transient && context.canPostpone === true && failures >= ATTEMPTS_BEFORE_POSTPONING;
          const delayMs = postpone ? policy.maxBackoffMs : computeBackoff(policy, failures);
          onRetry?.(topic, transient);
          const fields = { group, topic, partition, count: batch.length, failures, transient, delayMs, err: error };
          logger.warn({ event: 'batch.retried', ...fields });
          if (postpone) throw new Postponed(delayMs);
          await sleep(delayMs, context.stopping);
        }
      }
    };
  };
