import { isRefusal, type Refusal } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { createWakeSignal, startStopwatch, type WakeSignal } from '@porchlight/runtime';
import type { Document, ResourceOptions } from '@porchlight/store';
import { LRUCache } from 'lru-cache';

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

const DEFAULT_PATIENCE_MS = 1_500;
/** Longest pause between two runs, ms: the copy may have arrived at another replica, which does not wake this one. */
const POLL_MS = 100;
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

export type ReferenceWait = ReturnType<typeof createReferenceWait>;

/**
 * Waits for copies of records of other services before a reference counts as unknown. A record that was created a
 * moment ago reaches other services over the bus, usually within 100 ms. Uses monotonic time: corrections of the clock
 * neither extend nor skip a wait.
 */
export const createReferenceWait = ({
  patienceMs = DEFAULT_PATIENCE_MS,
  kinds,
}: {
  /** Longest wait, ms; 0 never waits. The default ensures that a refusal takes at most 2 s. */
  readonly patienceMs?: number;
  /** Values of `what` of UNKNOWN_REFERENCE that name records of other services, as in `a user`. */
  readonly kinds: readonly string[];
}) => {
  const elapsed = startStopwatch();
  const waiting = new Map<number, Set<WakeSignal>>();
  const unknown = new LRUCache<string, true>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });
  let waitingCount = 0;

  const waitable = (error: unknown): error is Refusal =>
    isRefusal(error) && error.reason === 'UNKNOWN_REFERENCE' && kinds.includes(String(error.params['what']));

  const withWakeSignal = async <T>(accountId: number, work: (wakeSignal: WakeSignal) => Promise<T>): Promise<T> => {
    const wakeSignal = createWakeSignal();
    const ofAccount = waiting.get(accountId) ?? new Set();
    waiting.set(accountId, ofAccount.add(wakeSignal));
    waitingCount++;
    try {
      return await work(wakeSignal);
    } finally {
      waitingCount--;
      ofAccount.delete(wakeSignal);
      if (ofAccount.size === 0) waiting.delete(accountId);
    }
  };

  return {
    /** Returns what `run` returns. Rethrows UNKNOWN_REFERENCE after the wait, any other error at once. */
    async retry<T>(
      {
        actor: { accountId },
        signal,
      }: { readonly actor: { readonly accountId: number }; readonly signal: AbortSignal },
      { run, refresh, ask }: ReferencingWork<T>,
    ): Promise<T> {
      const formatKey = ({ params }: Refusal): string => `${accountId}:${params['what']}:${params['value']}`;
      /** Returns the result, or the refusal of a reference that may still arrive. */
      const attempt = async (): Promise<{ readonly value: T } | Refusal> => {
        try {
          return { value: await run() };
        } catch (error) {
          if (waitable(error)) return error;
          throw error;
        }
      };
      let result = await attempt();
      if (!isRefusal(result)) return result.value;
      const mayWait = patienceMs > 0 && waitingCount < MAX_WAITING && !unknown.has(formatKey(result));
      if (mayWait) {
        await withWakeSignal(accountId, async (wakeSignal) => {
          for (const end = elapsed() + patienceMs; isRefusal(result) && elapsed() < end;) {
            await wakeSignal.pause(Math.max(1, Math.min(POLL_MS, end - elapsed())), signal);
            signal.throwIfAborted();
            wakeSignal.reset();
            refresh?.(accountId);
            result = await attempt();
          }
        });
      }
      if (isRefusal(result) && ask) {
        await ask(AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]));
        refresh?.(accountId);
        result = await attempt();
      }
      if (!isRefusal(result)) return result.value;
      unknown.set(formatKey(result), true);
      throw result;
    },
    /** Copies of the account changed: its waiting operations run again at once. */
    changed(accountId: number): void {
      for (const wakeSignal of waiting.get(accountId) ?? []) wakeSignal.notify();
    },
  };
};

/** Makes creates and updates of a resource wait for the copies of referenced records. */
export const waitForReferences = (
  references: ReferenceWait,
  options: Omit<ReferencingWork<unknown>, 'run'> = {},
): Required<Pick<ResourceOptions<Row, Document>, 'retryReferences'>> => ({
  retryReferences: (call, run) => references.retry(call, { ...options, run }),
});
