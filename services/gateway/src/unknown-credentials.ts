import { refuse } from '@porchlight/errors';
import { createKeyedMutex, HOUR_MS, MINUTE_MS, withDeadline, type Clock } from '@porchlight/runtime';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

/** Settings of the limit. */
export interface UnknownCredentialsOptions {
  readonly clock: Clock;
  readonly getClientNetwork: (req: Request) => string;
  /** Requests with unknown credentials of one network per minute. */
  readonly perMinute: number;
}

/**
 * Verifies a credential of a request with `verify`, which returns undefined for an unknown one. Throws RATE_LIMITED for
 * an unknown one beyond the limit of its network.
 */
export type LimitUnknown = <T>(
  credential: string,
  req: Request | undefined,
  verify: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/** Time for which an unknown credential is cached, ms: a key works within 2 s after its user is enabled. */
const UNKNOWN_MS = 1_000;
/** Time for which a credential that was valid does not wait for the others of its network, ms. */
const VALID_MS = HOUR_MS;
/** Longest wait for the other credentials of a network, ms. */
const LOOKUP_MS = 10_000;
const NEVER = new AbortController().signal;
const MAX_CREDENTIALS = 10_000;
const MAX_NETWORKS = 20_000;
/** Longer credentials are neither API keys nor session tokens; they are not cached. */
const MAX_LENGTH = 128;

/**
 * Limits the cost of guessed credentials: an unknown one is requested from auth once in a second. If a network sends
 * many unknown ones, its further ones are requested one after another and answered with 429. A valid one is never
 * refused: many customers of one office or cloud share a network.
 */
export const createUnknownLimit = ({ clock, getClientNetwork, perMinute }: UnknownCredentialsOptions): LimitUnknown => {
  const cache = { maxSize: MAX_CREDENTIALS, sizeCalculation: () => 1, ttlResolution: 0, perf: clock };
  const unknown = new LRUCache<string, true>({ ...cache, ttl: UNKNOWN_MS });
  const valid = new LRUCache<string, true>({ ...cache, ttl: VALID_MS });
  const attempts = new LRUCache<string, { since: number; count: number }>({
    maxSize: MAX_NETWORKS,
    sizeCalculation: () => 1,
  });
  const lookups = createKeyedMutex();

  const count = (network: string): { since: number; count: number } => {
    const now = clock.now();
    const stored = attempts.get(network);
    const window = stored && now - stored.since < MINUTE_MS && now >= stored.since ? stored : { since: now, count: 0 };
    if (window !== stored) attempts.set(network, window);
    return window;
  };

  return async (credential, req, verify) => {
    if (valid.has(credential)) {
      const answer = await verify();
      if (answer === undefined) valid.delete(credential);
      return answer;
    }
    const network = req && getClientNetwork(req);
    const window = network === undefined ? undefined : count(network);
    const isOver = window !== undefined && window.count >= perMinute;
    const lookUp = () =>
      isOver && network !== undefined
        ? withDeadline(lookups.run([network], NEVER, verify), LOOKUP_MS, () => refuse('DEADLINE'))
        : verify();
    const isUnknown = unknown.has(credential);
    const answer = isUnknown ? undefined : await lookUp();
    if (answer !== undefined) {
      valid.set(credential, true);
      return answer;
    }
    if (!isUnknown && credential.length <= MAX_LENGTH) unknown.set(credential, true);
    if (isOver) {
      const seconds = Math.max(1, Math.ceil((window.since + MINUTE_MS - clock.now()) / 1000));
      throw refuse('RATE_LIMITED', { seconds });
    }
    if (window) window.count += 1;
    return undefined;
  };
};
