import { isRefusal, REASONS } from '@porchlight/errors';
import type { IdempotencyContext } from './idempotency-context';
import type { JournalRows } from './journal';
import type { createMemoizedValues } from './memoized-values';
import type { Seal } from './seal';

/** The result of a call. */
export interface IdempotentResult {
  readonly response: Uint8Array;
  /** True for the stored response of an earlier call. */
  readonly replayed: boolean;
}

/** An attempt to execute a call. */
export interface Attempt {
  /** The row with the lease of the attempt. */
  readonly runId: string;
  readonly base: string;
  readonly at: Date;
  readonly seal: Seal;
  readonly memoized: ReturnType<typeof createMemoizedValues>;
  readonly first: boolean;
}

/** An attempt without a heartbeat for this time is considered dead, ms. */
const AT_WORK_MS = 2_000;
const SIGN_MS = 600;
const NEVER = new Date(0);

/** The row with the response of the attempts of a call. */
export const formatResponseId = (base: string): string => `${base}:answer`;

/** The end of a lease that begins or is extended now. */
export const leaseEnd = (clock: { now(): number }): Date => new Date(clock.now() + AT_WORK_MS);

/** Creates the function that executes the work of an attempt and stores its response. */
export const createExecuteAttempt = (
  rows: JournalRows,
  { clock, logger }: { readonly clock: { now(): number }; readonly logger: { warn(o: object, m?: string): void } },
) => {
  /** Extends the lease until the returned function is called. Nearly all calls end before the first heartbeat. */
  const startHeartbeat = (runId: string): (() => void) => {
    const timer = setInterval(
      () => void rows.updateOne({ _id: runId }, { $set: { until: leaseEnd(clock) } }).catch(() => undefined),
      SIGN_MS,
    );
    timer.unref();
    return () => clearInterval(timer);
  };

  /** Stores the response; if another attempt was faster, its response is the result. */
  const saveResponse = async ({ base, at, seal, runId }: Attempt, response: Uint8Array): Promise<IdempotentResult> => {
    const _id = formatResponseId(base);
    try {
      if (await rows.insert({ _id, at, sealed: seal.close(response) })) return { response, replayed: false };
      const stored = await rows.findOne({ _id });
      if (stored?.sealed) return { response: seal.open(stored.sealed) as Uint8Array, replayed: true };
    } catch (error) {
      // The work is done and the caller gets the response. A repeated call executes again with the memoized values.
      logger.warn(
        { event: 'repeats.answer_not_kept', err: error, runId },
        'the response of a call with an idempotency key could not be stored',
      );
    }
    return { response, replayed: false };
  };

  /** If no value was memoized, the key is released. Otherwise the next attempt uses the memoized values at once. */
  const abandon = async (attempt: Attempt, error: unknown): Promise<void> => {
    const { first, memoized, runId } = attempt;
    const refused = isRefusal(error) && REASONS[error.reason].http < 500;
    const ending =
      refused && first && memoized.size() === 0
        ? rows.deleteOne({ _id: runId })
        : rows.updateOne({ _id: runId }, { $set: { until: NEVER } });
    await ending.catch(() => undefined);
  };

  return async (
    attempt: Attempt,
    work: (once: IdempotencyContext) => Promise<Uint8Array>,
  ): Promise<IdempotentResult> => {
    const stop = startHeartbeat(attempt.runId);
    try {
      return await saveResponse(attempt, await work(attempt.memoized.context));
    } catch (error) {
      await abandon(attempt, error);
      throw error;
    } finally {
      stop();
    }
  };
};
