import { refuse } from '@porchlight/errors';
import { sleep, type Clock } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import type { AccountLock } from '../ports';

/** A lock that somebody holds. */
export interface LockDocument {
  /** What is locked. */
  _id: string;
  holder: string;
  /** From then on the holder counts as dead. */
  until: Date;
}

export interface AccountLockOptions {
  readonly locks: DocumentCollection<LockDocument>;
  readonly clock: Clock;
  /** A new name for each holding. */
  readonly holder: () => string;
}

/** Far longer than a registration takes, name service included. */
const HOLD_MS = 20_000;
/** Longer than any work that somebody else is refused for meanwhile. */
const ATTEMPT_HOLD_MS = 90_000;
const PAUSE_MS = 20;
const TRIES = 200;

/**
 * One at a time per key, over all replicas: a lock is a document that is inserted and deleted, and taken over when its
 * holder died. Inserts by `_id` alone are what makes it exclusive; no unique index has to follow changes of keys.
 */
export const createAccountLock = ({ locks, clock, holder }: AccountLockOptions): AccountLock => {
  /** Those of this process wait here in turn, not at the database. */
  const turns = new Map<string, Promise<unknown>>();

  /** True when it is ours; takes it from a holder that died. */
  const take = async (key: string, mine: string, holdMs: number): Promise<boolean> => {
    for (let tries = 0; tries < 2; tries++) {
      const refused = await locks.insertMany([{ _id: key, holder: mine, until: new Date(clock.now() + holdMs) }]);
      if (refused.length === 0) return true;
      const theirs = await locks.findOne({ _id: key });
      if (theirs && theirs.until.getTime() >= clock.now()) return false;
      if (theirs) await locks.deleteMany({ _id: key, holder: theirs.holder });
    }
    return false;
  };

  const acquire = async (key: string, signal: AbortSignal): Promise<string> => {
    const mine = holder();
    for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
      if (await take(key, mine, HOLD_MS)) return mine;
      await sleep(PAUSE_MS, signal);
    }
    throw refuse('UNAVAILABLE');
  };

  const hold = async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const mine = await acquire(key, signal);
    try {
      return await work();
    } finally {
      await locks.deleteMany({ _id: key, holder: mine });
    }
  };

  return {
    run(key, signal, work) {
      const turn = (turns.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => hold(key, signal, work));
      turns.set(key, turn);
      const leave = (): void => void (turns.get(key) === turn && turns.delete(key));
      turn.then(leave, leave);
      return turn;
    },

    async attempt(key, work) {
      const mine = holder();
      if (!(await take(key, mine, ATTEMPT_HOLD_MS))) return undefined;
      try {
        return await work();
      } finally {
        await locks.deleteMany({ _id: key, holder: mine });
      }
    },
  };
};
