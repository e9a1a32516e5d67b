import type { Credentials } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { Request } from 'express';

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

/** Sets an entry as the newest; removes the oldest over `max`. */
const setBounded = <V>(map: Map<string, V>, key: string, value: V, max: number): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size > max) map.delete(map.keys().next().value as string);
};

/**
 * Limits the cost of guessed API keys: an unknown key is requested from auth once in 10 s, and a network that sends
 * many unknown keys is rejected with 429. Keys that were valid within the last hour are always accepted.
 */
export const limitUnknownKeys = (
  credentials: Credentials,
  { clock, getClientNetwork, perMinute }: UnknownKeysOptions,
): Credentials => {
  const unknownUntil = new Map<string, number>();
  const validUntil = new Map<string, number>();
  const attempts = new Map<string, { since: number; count: number }>();

  const count = (network: string): { since: number; count: number } => {
    const now = clock.now();
    const found = attempts.get(network);
    const window = found && now - found.since < MINUTE_MS && now >= found.since ? found : { since: now, count: 0 };
    if (window !== found) setBounded(attempts, network, window, MAX_NETWORKS);
    return window;
  };

  return {
    ...credentials,
    actorOfApiKey: async (apiKey, req) => {
      const now = clock.now();
      if ((validUntil.get(apiKey) ?? 0) > now) {
        const known = await credentials.actorOfApiKey(apiKey, req);
        if (!known) validUntil.delete(apiKey);
        return known;
      }
      const window = req && count(getClientNetwork(req));
      if (window && window.count >= perMinute)
        throw refuse('RATE_LIMITED', { seconds: Math.max(1, Math.ceil((window.since + MINUTE_MS - now) / 1000)) });
      const isUnknown = (unknownUntil.get(apiKey) ?? 0) > now;
      const actor = isUnknown ? undefined : await credentials.actorOfApiKey(apiKey, req);
      if (actor) setBounded(validUntil, apiKey, now + VALID_MS, MAX_KEYS);
      else {
        if (window) window.count += 1;
        if (!isUnknown && apiKey.length <= MAX_KEY_LENGTH) setBounded(unknownUntil, apiKey, now + UNKNOWN_MS, MAX_KEYS);
      }
      return actor;
    },
  };
};
