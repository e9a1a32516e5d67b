import type { Clock } from '@porchlight/runtime';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Lets those who go on asking after they were refused wait for their next refusals, so that these cost others nothing. */
export interface RefusalPauses {
  /** Counts a refusal; resolves when it may be told, undefined: at once. */
  hold(accountId: number, res: ServerResponse): Promise<void> | undefined;
  /** Tells all that are held, and holds no more. */
  stop(): void;
}

/** Refusals that are told at once: of whoever sent many requests together and heeds Retry-After then. */
const AT_ONCE = 20;
/** What is forgotten of an account's refusals, a second. */
const FORGOTTEN_PER_SECOND = 4;
/** With so many refusals pauses are the longest. */
const MOST_COUNTED = 50;
const SHORTEST_MS = 250;
const LONGEST_MS = 1_000;
/** A held answer is a connection with a request, some 10 KB; what is over is told at once and its connection closed. */
const MOST_HELD = 4_096;
const MOST_HELD_OF_ACCOUNT = 512;
const MAX_ACCOUNTS = 20_000;

interface Account {
  refusals: number;
  /** When they were counted, ms. */
  at: number;
  held: number;
}

const pauseOf = (refusals: number): number =>
  refusals <= AT_ONCE ? 0 : SHORTEST_MS + ((LONGEST_MS - SHORTEST_MS) * (refusals - AT_ONCE)) / (MOST_COUNTED - AT_ONCE);

/** `n` connections of an account that is refused ask no more than `n` to `4 n` times a second (docs/adr/0012). */
export const createRefusalPauses = (clock: Clock): RefusalPauses => {
  const accounts = new Map<number, Account>();
  const releases = new Set<() => void>();
  let stopped = false;

  const count = (accountId: number): Account => {
    const now = clock.now();
    const account = accounts.get(accountId) ?? { refusals: 0, at: now, held: 0 };
    const forgotten = (Math.max(0, now - account.at) * FORGOTTEN_PER_SECOND) / 1000;
    account.refusals = Math.min(MOST_COUNTED, Math.max(0, account.refusals - forgotten) + 1);
    account.at = now;
    // Whoever is refused now is the last to be left out.
    accounts.delete(accountId);
    accounts.set(accountId, account);
    if (accounts.size > MAX_ACCOUNTS) accounts.delete(accounts.keys().next().value as number);
    return account;
  };

  return {
    hold: (accountId, res) => {
      const account = count(accountId);
      const ms = pauseOf(account.refusals);
      // The requests of a batch have no connection of their own; the batch was counted itself.
      if (ms === 0 || stopped || !(res.socket instanceof Socket)) return undefined;
      if (releases.size >= MOST_HELD || account.held >= MOST_HELD_OF_ACCOUNT) {
        res.shouldKeepAlive = false;
        return undefined;
      }
      account.held += 1;
      return new Promise((resolve) => {
        const release = (): void => {
          clearTimeout(timer);
          res.off('close', release);
          releases.delete(release);
          account.held -= 1;
          resolve();
        };
        const timer = setTimeout(release, ms).unref();
        res.once('close', release);
        releases.add(release);
      });
    },
    stop: () => {
      stopped = true;
      for (const release of releases) release();
    },
  };
};
