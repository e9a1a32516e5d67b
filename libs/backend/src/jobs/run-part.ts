import type { StoreCall } from '@porchlight/store';

/**
 * Runs work that can be interrupted and repeated, for a part of the time of a step. False if it did not end in this
 * time, ms: the step returns `again()`, which is no failure.
 */
export const runPart = async (
  call: Pick<StoreCall, 'signal'>,
  partMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<boolean> => {
  const part = AbortSignal.timeout(partMs);
  try {
    await work(AbortSignal.any([call.signal, part]));
    return true;
  } catch (error) {
    if (part.aborted && !call.signal.aborted) return false;
    throw error;
  }
};
