import type { Credentials } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { createKeyedMutex, withDeadline, type Clock } from '@porchlight/runtime';
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
/** Time for which an unknown key is cached, ms: a key works within 2 s after its user is enabled. */
const UNKNOWN_MS = 1_000;
/** Time for which a key that was valid does not wait for the keys of its network, ms. */
const VALID_MS = 3_600_000;
/** Longest wait for the other keys of a network, ms. */
const LOOKUP_MS = 10_000;
const NEVER = new AbortController().signal;
const MAX_KEYS = 10_000;
const MAX_NETWORKS = 20_000;
/** Longer credentials are not API keys; they are not cached. */
const MAX_KEY_LENGTH = 128;

/**
 * Limits the cost of guessed API keys: an unknown key is requested from auth once in a second. If a network sends many
 * unknown keys, its further ones are requested one after another and answered with 429. A valid key is never refused:
 * many customers of one office or cloud share a network.
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

  const lookups = createKeyedMutex();

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
      const verify = () => credentials.actorOfApiKey(apiKey, req);
      if (valid.has(apiKey)) {
        const actor = await verify();
        if (!actor) valid.delete(apiKey);
        return actor;
      }
      const network = req && getClientNetwork(req);
      const window = network === undefined ? undefined : count(network);
      const isOver = window !== undefined && window.count >= perMinute;
      const lookUp = () =>
        isOver && network !== undefined
          ? withDeadline(lookups.run([network], NEVER, verify), LOOKUP_MS, () => refuse('DEADLINE'))
          : verify();
      const isUnknown = unknown.has(apiKey);
      const actor = isUnknown ? undefined : await lookUp();
      if (actor) {
        valid.set(apiKey, true);
        return actor;
      }
      if (!isUnknown && apiKey.length <= MAX_KEY_LENGTH) unknown.set(apiKey, true);
      if (isOver) {
        const seconds = Math.max(1, Math.ceil((window.since + MINUTE_MS - clock.now()) / 1000));
        throw refuse('RATE_LIMITED', { seconds });
      }
      if (window) window.count += 1;
      return undefined;
    },
  };
};
