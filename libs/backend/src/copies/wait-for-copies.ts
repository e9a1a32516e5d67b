import { isRefusal, type Refusal } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { startStopwatch } from '@porchlight/runtime';
import type { Document, ResourceOptions } from '@porchlight/store';
import { LRUCache } from 'lru-cache';
import { createWaitingOperations } from './waiting-operations';

/** An operation that refers to records of other services. */
export interface ReferencingWork<T> {
  /**
   * Throws UNKNOWN_REFERENCE for a record without a local copy; runs again after a wait, so it must not write before.
   */
  readonly run: () => Promise<T>;
  /** Discards cached copies of the account before the next run. */
  readonly refresh?: (accountId: number) => void;
  /**
   * Reads the missing copies from the owning service, once, when the wait has ended; the signal ends it after 400 ms.
   */
  readonly ask?: (signal: AbortSignal) => Promise<void>;
}

/** Longest wait for a copy from another service, ms. */
export const MAX_COPY_WAIT_MS = 1_500;
/** Pauses between two runs, ms: the copy may have arrived at another replica, which does not wake this one. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;
/** Longest call of the owning service, ms: wait and call together take less than 2 s. */
const ASK_MS = 400;
/** Maximum number of waiting operations in one process; more are rejected without a wait. */
const MAX_WAITING = 100;
/**
 * Within this time, the same unknown reference is rejected without a wait, so that an import does not wait for each of
 * its rows.
 */
const REMEMBERED_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/** Waits for copies of records that were created a moment ago in another service. */
export interface CopyWaits {
  /**
   * Reads until the result is complete or the wait ends, and returns the last result. Reads again at once when copies
   * of the account change.
   */
  until<T>(
    accountId: number,
    read: () => Promise<T>,
    isComplete: (result: T) => boolean,
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<T>;
  /** Returns what `run` returns. Rethrows UNKNOWN_REFERENCE after the wait, any other error at once. */
  retry<T>(
    call: { readonly actor: { readonly accountId: number }; readonly signal: AbortSignal },
    work: ReferencingWork<T>,
  ): Promise<T>;
  /** Copies of the account changed: its waiting operations run again at once. */
  changed(accountId: number): void;
}

/**
 * Creates the waits of a process. A record that was created a moment ago reaches other services over the bus, usually
 * within 100 ms; a caller that refers to it at once must not get an error. Uses monotonic time: corrections of the
 * clock neither extend nor skip a wait.
 */
export const createCopyWaits = ({
  patienceMs = MAX_COPY_WAIT_MS,
  kinds,
}: {
  /** Longest wait, ms; 0 never waits. The default ensures that a refusal takes at most 2 s. */
  readonly patienceMs?: number;
  /** Values of `what` of UNKNOWN_REFERENCE that name records of other services, as in `a user`. */
  readonly kinds: readonly string[];
}): CopyWaits => {
  const elapsed = startStopwatch();
  const waiting = createWaitingOperations();
  const unknown = new LRUCache<string, true>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });

  const isWaitable = (error: unknown): error is Refusal =>
    isRefusal(error) && error.reason === 'UNKNOWN_REFERENCE' && kinds.includes(String(error.params['what']));

  const until: CopyWaits['until'] = async (accountId, read, isComplete, { signal, timeoutMs = MAX_COPY_WAIT_MS }) => {
    const end = elapsed() + timeoutMs;
    let result = await read();
    if (isComplete(result)) return result;
    return waiting.run(accountId, async (wakeSignal) => {
      for (let pause = FIRST_PAUSE_MS; elapsed() < end; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
        await wakeSignal.pause(Math.max(1, Math.min(pause, end - elapsed())), signal);
        signal.throwIfAborted();
        wakeSignal.reset();
        result = await read();
        if (isComplete(result)) break;
      }
      return result;
    });
  };

  const retry: CopyWaits['retry'] = async ({ actor: { accountId }, signal }, { run, refresh, ask }) => {
    const formatKey = ({ params }: Refusal): string => `${accountId}:${params['what']}:${params['value']}`;
    /** Returns the result, or the refusal of a reference that may still arrive. */
    const attempt = async () => {
      try {
        return { value: await run() };
      } catch (error) {
        if (isWaitable(error)) return error;
        throw error;
      }
    };
    const attemptAgain = () => {
      refresh?.(accountId);
      return attempt();
    };
    let result = await attempt();
    if (!isRefusal(result)) return result.value;
    if (patienceMs > 0 && waiting.count() < MAX_WAITING && !unknown.has(formatKey(result))) {
      const refused = result;
      let isFirst = true;
      const next = async () => {
        // The first attempt has just failed.
        if (!isFirst) return attemptAgain();
        isFirst = false;
        return refused;
      };
      result = await until(accountId, next, (one) => !isRefusal(one), { signal, timeoutMs: patienceMs });
    }
    if (isRefusal(result) && ask) {
      await ask(AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]));
      result = await attemptAgain();
    }
    if (!isRefusal(result)) return result.value;
    unknown.set(formatKey(result), true);
    throw result;
  };

  return {
    until,
    retry,
    changed: waiting.wake,
  };
};

/** Makes creates and updates of a resource wait for the copies of referenced records. */
export const waitForReferences = (
  waits: Pick<CopyWaits, 'retry'>,
  options: Omit<ReferencingWork<unknown>, 'run'> = {},
): Required<Pick<ResourceOptions<Row, Document>, 'retryReferences'>> => ({
  retryReferences: (call, run) => waits.retry(call, { ...options, run }),
});
