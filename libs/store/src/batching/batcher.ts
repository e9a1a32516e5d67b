import { withDeadline } from '@porchlight/runtime';
import { StorageUnavailable } from '../storage-unavailable';

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Milliseconds. The driver's deadlines are shorter; this one lets waiting items continue if a driver deadline fails.
 */
const RUN_TIMEOUT_MS = 15_000;

const late = (): Error => new StorageUnavailable(true, new Error(`no answer within ${RUN_TIMEOUT_MS} ms`));

/**
 * Combines concurrent items into one operation. A batch starts at the end of the event-loop turn, or when an earlier
 * batch has ended, so batches grow under load. A read never returns data from before its item was added.
 */
export const createBatcher = <I, O>({
  max,
  inFlight,
  gatherMs = 0,
  run,
}: {
  /** Most items of one batch. */
  readonly max: number;
  /** Most batches under way; the rest waits and makes the next, larger batch. */
  readonly inFlight: number;
  /**
   * Linger after a batch with several items, ms, so that callers that were served together share the next batch too. A
   * single caller never waits.
   */
  readonly gatherMs?: number;
  /** Results in the order of the items; a rejection rejects all of them. */
  readonly run: (items: I[]) => Promise<O[]>;
}) => {
  let waiting: Waiting<I, O>[] = [];
  let running = 0;
  let scheduled = false;
  let gathering = false;

  const go = async (batch: Waiting<I, O>[]): Promise<void> => {
    running += 1;
    try {
      const results = await withDeadline(run(batch.map((w) => w.item)), RUN_TIMEOUT_MS, late);
      batch.forEach((w, at) => w.resolve(results[at] as O));
    } catch (error) {
      for (const w of batch) w.reject(error);
    } finally {
      running -= 1;
      if (gatherMs > 0 && batch.length > 1) gather();
      else pump();
    }
  };
  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    setTimeout(() => {
      gathering = false;
      pump();
    }, gatherMs);
  };
  const pump = (): void => {
    while (!gathering && running < inFlight && waiting.length > 0) {
      const batch = waiting.length <= max ? waiting : waiting.slice(0, max);
      waiting = waiting.length <= max ? [] : waiting.slice(max);
      void go(batch);
    }
  };
  const later = (): void => {
    scheduled = false;
    pump();
  };
  return {
    add: (item: I): Promise<O> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!scheduled && !gathering && running < inFlight) {
          scheduled = true;
          setImmediate(later);
        }
      }),
  };
};
