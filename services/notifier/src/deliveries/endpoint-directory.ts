import type { Clock } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';

/** A webhook or installed inbox app, with the fields that delivery needs. */
export interface Endpoint {
  /** Absent: a webhook. */
  readonly kind?: 'inboxApp';
  readonly accountId: number;
  readonly id: number;
  /** Version of its document. */
  readonly version: number;
  /** The registered system that owns it. */
  readonly system: string;
  readonly event: string;
  readonly url: string;
  /** Scheme, host and port of the url. */
  readonly origin: string;
  readonly active: boolean;
  /** Its account is disabled: its deliveries are held. */
  readonly held?: true;
  /** whsec_…, newest first; all of them sign. */
  readonly secrets: readonly string[];
  /** Consecutive events that failed finally, without a success since. */
  readonly givenUp: readonly string[];
  /** Attempts after 5 s, 1 min and 10 min besides the hourly ones. */
  readonly earlyRetries?: boolean;
  /** Of endpoints whose owner is warned of failures: webhooks. */
  readonly failures?: EndpointFailures;
}

/** What is stored about the failures of an endpoint. */
export interface EndpointFailures {
  /** First failure since the last success. */
  readonly since?: Date | undefined;
  /** When the owner was last warned. */
  readonly warnedAt?: Date | undefined;
}

export interface EndpointDirectoryOptions {
  /** Loads all endpoints of one kind of these accounts. */
  readonly load: (accountIds: readonly number[]) => Promise<readonly Endpoint[]>;
  readonly clock: Clock;
  /** Time to live of cached results, ms; also of empty ones. */
  readonly ttlMs: number;
}

interface CachedEndpoints {
  readonly endpoints: readonly Endpoint[];
  readonly until: number;
}

const MAX_ACCOUNTS = 50_000;
const NONE: readonly Endpoint[] = [];

/** Caches endpoints by account. A load that started before a write of this process is not cached. */
export const createEndpointDirectory = ({ load, clock, ttlMs }: EndpointDirectoryOptions) => {
  const cache = new LRUCache<number, CachedEndpoints>({ maxSize: MAX_ACCOUNTS, sizeCalculation: () => 1 });
  /** The current load of each account that is being loaded. */
  const loading = new Map<number, symbol>();

  const fetch = async (accountIds: readonly number[]): Promise<Map<number, Endpoint[]>> => {
    const ticket = Symbol('load');
    for (const accountId of accountIds) loading.set(accountId, ticket);
    try {
      const byAccount = Map.groupBy(await load(accountIds), ({ accountId }) => accountId);
      const until = clock.now() + ttlMs;
      for (const accountId of accountIds)
        if (loading.get(accountId) === ticket)
          cache.set(accountId, { endpoints: byAccount.get(accountId) ?? NONE, until });
      return byAccount;
    } finally {
      for (const accountId of accountIds) if (loading.get(accountId) === ticket) loading.delete(accountId);
    }
  };

  return {
    /** Endpoints of each account, active or not; an account without any is absent. */
    async findByAccounts(accountIds: Iterable<number>) {
      const now = clock.now();
      const answer = new Map<number, readonly Endpoint[]>();
      const missing: number[] = [];
      for (const accountId of accountIds) {
        const entry = cache.get(accountId);
        // A clock that was set back must not extend the cache for hours.
        if (!entry || entry.until <= now || entry.until > now + ttlMs) missing.push(accountId);
        else if (entry.endpoints.length > 0) answer.set(accountId, entry.endpoints);
      }
      if (missing.length > 0)
        for (const [accountId, endpoints] of await fetch(missing)) answer.set(accountId, endpoints);
      return answer;
    },
    /** Invalidates the cache of an account after a write. */
    invalidate(accountId: number) {
      cache.delete(accountId);
      loading.delete(accountId);
    },
  };
};

/** Endpoints by account, cached for about a second. */
export type EndpointDirectory = ReturnType<typeof createEndpointDirectory>;
