import type { Credentials } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

/** Settings of the limit. */
export interface UnknownKeysOptions {
  readonly clock: Clock;
  readonly getClientNetwork: (req: Request) => string;
  /** Requests with unknown keys of one network per minute. */
  readonly perMinute: number;
}

const MINUTE_MS = 60_000;
/** Time for which an unknown key is cached, ms. */
const UNKNOWN_MS = 10_000;
/** Time for which a key that was valid is accepted although its network is over the limit, ms. */
const VALID_MS = 3_600_000;
const MAX_KEYS = 10_000;
const MAX_NETWORKS = 20_000;
/** Longer credentials are not API keys; they are not cached. */
const MAX_KEY_LENGTH = 128;

/**
 * Limits the cost of guessed API keys: an unknown key is requested from auth once in 10 s, and a network that sends
 * many unknown keys is rejected with 429. Keys that were valid within the last hour are always accepted.
 */
export const limitUnknownKeys = (
  credentials: Credentials,
  { clock, getClientNetwork, perMinute }: UnknownKeysOptions,
): Credentials => {
  const keyCache = { maxSize: MAX_KEYS, sizeCalculation: () => 1, ttlResolution: 0, perf: clock };
  const unknown = new LRUCache<string, true>({ ...keyCache, ttl: UNKNOWN_MS });
  const valid = new LRUCache<string, true>({ ...keyCache, ttl: VALID_MS });
  const attempts = new LRUCache<string, { since: number; count: number }>({
    maxSize: MAX_NETWORKS,
    sizeCalculation: () => 1,
  });

  const count = (network: string): { since: number; count: number } => {
    const now = clock.now();
    const found = attempts.get(network);
    const window = found && now - found.since < MINUTE_MS && now >= found.since ? found : { since: now, count: 0 };
    if (window !== found) attempts.set(network, window);
    return window;
  };

  return {
    ...credentials,
    actorOfApiKey: async (apiKey, req) => {
      const now = clock.now();
      if (valid.has(apiKey)) {
        const known = await credentials.actorOfApiKey(apiKey, req);
        if (!known) valid.delete(apiKey);
        return known;
      }
      const window = req && count(getClientNetwork(req));
      if (window && window.count >= perMinute)
        throw refuse('RATE_LIMITED', { seconds: Math.max(1, Math.ceil((window.since + MINUTE_MS - now) / 1000)) });
      const isUnknown = unknown.has(apiKey);
      const actor = isUnknown ? undefined : await credentials.actorOfApiKey(apiKey, req);
      if (actor) valid.set(apiKey, true);
      else {
        if (window) window.count += 1;
        if (!isUnknown && apiKey.length <= MAX_KEY_LENGTH) unknown.set(apiKey, true);
      }
      return actor;
    },
  };
};
