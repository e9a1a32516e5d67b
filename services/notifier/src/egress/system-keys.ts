import type { Clock } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';

/** A registered system, from auth. */
export interface SystemKey {
  /** X-System-Key, for the legacy signature. */
  readonly key: string;
  /** Headers that carry the legacy signature besides the usual one (decisions section 11). */
  readonly signatureHeaders?: readonly string[];
}

export interface SystemKeysOptions {
  /** Reads a system from auth; throws if auth is unavailable. */
  readonly fetchKey: (system: string) => Promise<SystemKey & { readonly found: boolean }>;
  readonly clock: Clock;
}

const CACHE_MS = 60_000;
/** Shorter, because an unknown system may be registered soon. */
const CACHE_ABSENT_MS = 5_000;
/** Pause between calls while auth is unavailable, ms. */
const RETRY_MS = 1_000;
const MAX_SYSTEMS = 10_000;

interface CachedSystem {
  system: SystemKey | undefined;
  /** End of the cached time, ms. */
  until: number;
}

/** Keys of systems, cached for a minute; while auth is unavailable, cached keys stay in use. */
export const createSystemKeys = ({ fetchKey, clock }: SystemKeysOptions) => {
  const cache = new LRUCache<string, CachedSystem>({ maxSize: MAX_SYSTEMS, sizeCalculation: () => 1 });
  const pendingReads = new Map<string, Promise<SystemKey | undefined>>();
  let unavailableUntil = 0;

  /** Whether `until` is ahead by at most `ms`; more than that means that the clock was set back. */
  const isWithin = (until: number, ms: number): boolean => clock.now() < until && until <= clock.now() + ms;

  const refresh = async (system: string): Promise<SystemKey | undefined> => {
    const cached = cache.get(system);
    try {
      if (isWithin(unavailableUntil, RETRY_MS)) throw new Error('The auth service is unavailable.');
      const { found, key, signatureHeaders } = await fetchKey(system);
      const entry: CachedSystem = {
        system: found ? { key, ...(signatureHeaders && { signatureHeaders }) } : undefined,
        until: clock.now() + (found ? CACHE_MS : CACHE_ABSENT_MS),
      };
      cache.set(system, entry);
      return entry.system;
    } catch (error) {
      if (!isWithin(unavailableUntil, RETRY_MS)) unavailableUntil = clock.now() + RETRY_MS;
      if (cached?.system === undefined) throw error;
      return cached.system;
    }
  };

  return {
    /** Undefined if the system does not exist. Throws if auth does not respond. */
    async find(system: string) {
      const entry = cache.get(system);
      if (entry && isWithin(entry.until, entry.system ? CACHE_MS : CACHE_ABSENT_MS)) return entry.system;
      let pending = pendingReads.get(system);
      if (!pending) {
        pending = refresh(system).finally(() => pendingReads.delete(system));
        pendingReads.set(system, pending);
      }
      return pending;
    },
  };
};

/** Keys of registered systems, for the legacy signature. */
export type SystemKeys = ReturnType<typeof createSystemKeys>;
