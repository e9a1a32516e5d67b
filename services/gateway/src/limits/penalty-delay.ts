import type { Clock } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { WINDOW_MS } from './allowance';
import { formatKey, type Counted } from './request-limiter';

/** Refusals without delay, for callers that sent many requests at once and then obey Retry-After. */
const AT_ONCE = 20;
/** Decay of the number of refusals, per second. */
const FORGOTTEN_PER_SECOND = 4;
/** Number of refusals at which the delay is longest. */
const MAX_COUNTED = 50;
const SHORTEST_MS = 250;
const LONGEST_MS = 1_000;
/**
 * A delayed request holds a connection and about 10 kB; further ones are refused at once and their connections are
 * closed.
 */
const MAX_HELD = 4_096;
const MAX_HELD_TOGETHER = 512;
const MAX_FLOODS = 20_000;

/** A caller key with recent refusals. */
interface Flood {
  refusals: number;
  /** Time of the last refusal, ms. */
  at: number;
  /** Time when the next request may be served, ms. */
  nextAt: number;
  held: number;
}

const computePause = (refusals: number): number =>
  refusals <= AT_ONCE ? 0 : SHORTEST_MS + ((LONGEST_MS - SHORTEST_MS) * (refusals - AT_ONCE)) / (MAX_COUNTED - AT_ONCE);

const computeRemaining = ({ refusals, at }: Flood, now: number): number =>
  Math.max(0, refusals - (Math.max(0, now - at) * FORGOTTEN_PER_SECOND) / 1_000);

/**
 * Delays callers that continue after a 429, so that they do not affect others: `n` connections that are rejected send
 * at most `n` to `4 n` requests a second (docs/adr/0012). The functions return a promise that resolves when the request
 * may continue; undefined: at once.
 */
export const createPenaltyDelay = (clock: Clock) => {
  const floods = new LRUCache<string, Flood>({ maxSize: MAX_FLOODS, sizeCalculation: () => 1 });
  const releases = new Set<() => void>();
  let stopped = false;

  const count = (key: string): Flood => {
    const now = clock.now();
    const flood = floods.get(key) ?? { refusals: 0, at: now, nextAt: now, held: 0 };
    flood.refusals = Math.min(MAX_COUNTED, computeRemaining(flood, now) + 1);
    flood.at = now;
    floods.set(key, flood);
    return flood;
  };

  const hold = (flood: Flood, ms: number, res: ServerResponse): Promise<void> | undefined => {
    // The requests of a batch have no connection of their own; the batch was counted itself.
    if (ms <= 0 || stopped || !(res.socket instanceof Socket)) return undefined;
    if (releases.size >= MAX_HELD || flood.held >= MAX_HELD_TOGETHER) {
      res.shouldKeepAlive = false;
      return undefined;
    }
    flood.held += 1;
    return new Promise((resolve) => {
      const release = (): void => {
        clearTimeout(timer);
        res.off('close', release);
        releases.delete(release);
        flood.held -= 1;
        resolve();
      };
      const timer = setTimeout(release, ms).unref();
      res.once('close', release);
      releases.add(release);
    });
  };

  return {
    /** Counts a refusal, and delays it longer after more refusals. */
    refused: (counted: Counted, res: ServerResponse): Promise<void> | undefined => {
      const flood = count(formatKey(counted));
      return hold(flood, computePause(flood.refusals), res);
    },
    /** Spreads the remaining requests of a frequently rejected caller over the window. */
    served: (counted: Counted, limit: number, res: ServerResponse): Promise<void> | undefined => {
      const flood = floods.size === 0 ? undefined : floods.get(formatKey(counted));
      const now = clock.now();
      if (!flood || computeRemaining(flood, now) <= AT_ONCE) return undefined;
      const turn = Math.min(Math.max(now, flood.nextAt), now + LONGEST_MS);
      flood.nextAt = turn + WINDOW_MS / limit;
      return hold(flood, turn - now, res);
    },
    /** Releases all delayed requests, and delays no more. */
    stop: (): void => {
      stopped = true;
      for (const release of releases) release();
    },
  };
};

export type PenaltyDelay = ReturnType<typeof createPenaltyDelay>;
