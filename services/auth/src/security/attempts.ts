import { isRefusal, refuse } from '@porchlight/errors';
import { HOUR_MS } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { addFailure, type Failures, type LockOut, remainingDelay } from './lock-out';
import { EXPIRING, GUARDED, BEFORE_ACCOUNT } from '../document-options';

/** Failures of one key; `_id` is the keyed hash of the key. */
export const attemptsSchema = defineDocument(
  {
    _id: column.text,
    /** Version for guarded updates. */
    v: column.number,
    failures: column.number,
    /** Time of the first failure. */
    since: column.date,
    /** Attempts are refused until then. */
    until: column.date,
    /** The database deletes the document then. */
    expires: column.date,
  },
  [GUARDED, EXPIRING],
  BEFORE_ACCOUNT,
);
export type AttemptsDocument = DocumentOf<typeof attemptsSchema>;

/** Guarded writes per attempt. More concurrent attempts for one key are refused: they can only be guesses. */
const MAX_ATTEMPTS = 8;
/** Retention after it is no longer needed, ms. */
const RETENTION_MS = HOUR_MS;
/** How long a key without failures is cached, ms: another process may permit guesses for this time. */
const CACHE_MS = 1_000;
const MAX_CACHED = 10_000;

const readFailures = (document: AttemptsDocument): Failures => ({
  failures: document.failures,
  since: document.since.getTime(),
  until: document.until.getTime(),
});

const assertNotDelayed = (before: Failures | undefined, now: number): void => {
  const wait = remainingDelay(before, now);
  if (wait > 0) throw refuse('RATE_LIMITED', { seconds: Math.ceil(wait / 1000) });
};

/** Stores failures in the database, so that all processes share the counts. */
export const createAttempts = (
  collection: DocumentCollection<AttemptsDocument>,
  hash: (text: string) => string,
  clock: { now(): number },
) => {
  /** Keys without failures, and until when this is cached, ms since the epoch; most clients never fail. */
  const allowedUntil = new Map<string, number>();
  /** Reverts one failure after others were counted. The delay ends if fewer than the free failures remain. */
  const subtractOne = async (_id: string, { free }: LockOut): Promise<void> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await collection.findOne({ _id });
      if (!stored || stored.failures === 0) return;
      const failures = stored.failures - 1;
      const remaining = { failures, until: failures < free ? new Date(0) : stored.until, v: stored.v + 1 };
      if (await collection.updateOne({ _id, v: stored.v }, { $set: remaining })) return;
    }
  };
  /** Counts a failure and returns a function that reverts it. */
  const count = async (_id: string, rule: LockOut, guard: boolean): Promise<() => Promise<void>> => {
    allowedUntil.delete(_id);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await collection.findOne({ _id });
      const before = stored ? readFailures(stored) : undefined;
      const now = clock.now();
      if (guard) assertNotDelayed(before, now);
      const { failures, since, until } = addFailure(before, now, rule);
      const next = {
        failures,
        since: new Date(since),
        until: new Date(until),
        expires: new Date(Math.max(now, until) + RETENTION_MS),
      };
      if (!stored) {
        if ((await collection.insertMany([{ _id, v: 1, ...next }])).length === 0)
          return async () => {
            if (!(await collection.deleteOne({ _id, v: 1 }))) await subtractOne(_id, rule);
          };
      } else if (await collection.updateOne({ _id, v: stored.v }, { $set: { ...next, v: stored.v + 1 } })) {
        const earlier = { failures: stored.failures, since: stored.since, until: stored.until, v: stored.v + 2 };
        return async () => {
          if (!(await collection.updateOne({ _id, v: stored.v + 1 }, { $set: earlier }))) await subtractOne(_id, rule);
        };
      }
    }
    if (guard) throw refuse('RATE_LIMITED', { seconds: 1 });
    return async () => undefined;
  };
  const documentId = (key: readonly string[]): string => hash(`attempts ${JSON.stringify(key)}`);
  return {
    /** Throws RATE_LIMITED with the seconds to wait. */
    assertAllowed: async (key: readonly string[]) => {
      const _id = documentId(key);
      const readAt = clock.now();
      const until = allowedUntil.get(_id) ?? 0;
      if (readAt < until && until - readAt <= CACHE_MS) return;
      const stored = await collection.findOne({ _id });
      if (stored) return assertNotDelayed(readFailures(stored), clock.now());
      if (allowedUntil.size >= MAX_CACHED) allowedUntil.clear();
      allowedUntil.set(_id, readAt + CACHE_MS);
    },
    /**
     * Counts a failure before the attempt, so that parallel attempts count too. Returns a function that reverts it;
     * `clear` deletes all failures. Throws RATE_LIMITED.
     */
    charge: (key: readonly string[], rule: LockOut) => count(documentId(key), rule, true),
    /** Like `charge`, but returns false instead of throwing RATE_LIMITED. */
    tryCharge: async (key: readonly string[], rule: LockOut) => {
      try {
        await count(documentId(key), rule, true);
        return true;
      } catch (error) {
        if (isRefusal(error) && error.reason === 'RATE_LIMITED') return false;
        throw error;
      }
    },
    fail: async (key: readonly string[], rule: LockOut) => void (await count(documentId(key), rule, false)),
    clear: async (key: readonly string[]) => void (await collection.deleteOne({ _id: documentId(key) })),
  };
};

/** Counts failures and delays keys that fail too often. */
export type Attempts = ReturnType<typeof createAttempts>;

/** Reverts the count if the work fails, for example because the queue of password hashes is full. */
export const undoOnError = async <T>(undo: () => Promise<void>, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    await undo();
    throw error;
  }
};
