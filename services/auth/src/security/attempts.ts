import { isRefusal, refuse } from '@porchlight/errors';
import type { DocumentCollection } from '@porchlight/store';
import { addFailure, type Failures, type LockOut, waitOf } from './lock-out';

/** Failures of one kind from one place; `_id` is a keyed hash of what they are counted by. */
export interface AttemptsDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  failures: number;
  /** When the first of them happened. */
  since: Date;
  /** Refused until then. */
  until: Date;
  /** Forgotten then. */
  expires: Date;
}

/**
 * Counts failures and delays keys that fail too often. Keys are emails, client ids and addresses; they are stored
 * hashed.
 */
export interface Attempts {
  /** Throws RATE_LIMITED with the seconds to wait. */
  demand(key: readonly string[]): Promise<void>;
  /**
   * Counts a failure ahead of the attempt, so that parallel attempts count too. Resolves with what takes this one back;
   * `clear` forgets all. Throws RATE_LIMITED.
   */
  charge(key: readonly string[], rule: LockOut): Promise<() => Promise<void>>;
  fail(key: readonly string[], rule: LockOut): Promise<void>;
  /** Counts one; false where `charge` would throw RATE_LIMITED. */
  admits(key: readonly string[], rule: LockOut): Promise<boolean>;
  clear(key: readonly string[]): Promise<void>;
}

/** Writers at one key at a time; more than that are turned away, for they can only be guessing. */
const TRIES = 8;
/** Retention after it is no longer needed, ms. */
const KEPT_MS = 3_600_000;
/** How long a key without failures is cached, ms: another process may permit guesses for this time. */
const CLEAN_MS = 1_000;
const MAX_CLEAN = 10_000;

const failuresOf = (document: AttemptsDocument): Failures => ({
  failures: document.failures,
  since: document.since.getTime(),
  until: document.until.getTime(),
});

const demandNoWait = (before: Failures | undefined, now: number): void => {
  const wait = waitOf(before, now);
  if (wait > 0) throw refuse('RATE_LIMITED', { seconds: Math.ceil(wait / 1000) });
};

/** Failures in the database, so that every process counts with every other. */
export const createAttempts = (
  collection: DocumentCollection<AttemptsDocument>,
  hash: (text: string) => string,
  clock: { now(): number },
): Attempts => {
  /** Keys that were found without failures, and until when that is believed; most callers never fail. */
  const clean = new Map<string, number>();
  /** Takes one failure back after others were counted; waiting ends once fewer than the free ones are left. */
  const subtractOne = async (_id: string, { free }: LockOut): Promise<void> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const known = await collection.findOne({ _id });
      if (!known || known.failures === 0) return;
      const failures = known.failures - 1;
      const left = { failures, until: failures < free ? new Date(0) : known.until, v: known.v + 1 };
      if (await collection.updateOne({ _id, v: known.v }, { $set: left })) return;
    }
  };
  /** Resolves with what takes it back. */
  const count = async (_id: string, rule: LockOut, guard: boolean): Promise<() => Promise<void>> => {
    clean.delete(_id);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const known = await collection.findOne({ _id });
      const before = known ? failuresOf(known) : undefined;
      const now = clock.now();
      if (guard) demandNoWait(before, now);
      const { failures, since, until } = addFailure(before, now, rule);
      const next = {
        failures,
        since: new Date(since),
        until: new Date(until),
        expires: new Date(Math.max(now, until) + KEPT_MS),
      };
      if (!known) {
        if ((await collection.insertMany([{ _id, v: 1, ...next }])).length === 0)
          return async () => {
            if (!(await collection.deleteOne({ _id, v: 1 }))) await subtractOne(_id, rule);
          };
      } else if (await collection.updateOne({ _id, v: known.v }, { $set: { ...next, v: known.v + 1 } })) {
        const former = { failures: known.failures, since: known.since, until: known.until, v: known.v + 2 };
        return async () => {
          if (!(await collection.updateOne({ _id, v: known.v + 1 }, { $set: former }))) await subtractOne(_id, rule);
        };
      }
    }
    if (guard) throw refuse('RATE_LIMITED', { seconds: 1 });
    return async () => undefined;
  };
  const idOf = (key: readonly string[]): string => hash(`attempts ${JSON.stringify(key)}`);
  return {
    demand: async (key) => {
      const _id = idOf(key);
      const asked = clock.now();
      const until = clean.get(_id) ?? 0;
      if (asked < until && until - asked <= CLEAN_MS) return;
      const known = await collection.findOne({ _id });
      if (known) return demandNoWait(failuresOf(known), clock.now());
      if (clean.size >= MAX_CLEAN) clean.clear();
      clean.set(_id, asked + CLEAN_MS);
    },
    charge: (key, rule) => count(idOf(key), rule, true),
    admits: async (key, rule) => {
      try {
        await count(idOf(key), rule, true);
        return true;
      } catch (error) {
        if (isRefusal(error) && error.reason === 'RATE_LIMITED') return false;
        throw error;
      }
    },
    fail: async (key, rule) => void (await count(idOf(key), rule, false)),
    clear: async (key) => void (await collection.deleteOne({ _id: idOf(key) })),
  };
};
