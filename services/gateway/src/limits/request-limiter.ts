import { isFresh, type Clock, type Logger } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';
import { createAllowance, type Allowance, type Grant, type Verdict } from './allowance';

/** The key that requests are counted by. */
export interface Counted {
  readonly accountId: number;
  /** Empty without a registered system. */
  readonly system: string;
  readonly context: string;
}

/** One key for all requests that share a limit. */
export const formatKey = ({ accountId, context, system }: Counted): string => `${accountId} ${context} ${system}`;

/** The limits of the auth service. */
export interface LimitSource {
  /** Limits of an account by context. */
  limits(accountId: number): Promise<AccountLimits>;
  grant(counted: Counted, wanted: number, limit: number): Promise<Grant>;
  /** Requests of the current window by context, of all gateways. */
  usage(accountId: number, system: string): Promise<ReadonlyMap<string, number>>;
}

/** State of an account in one context. */
export interface ContextLimit {
  /** Requests in a window; 0 is unlimited. */
  readonly limit: number;
  readonly limitWithoutSystem: number;
}

/** The limits of an account by context. */
type AccountLimits = ReadonlyMap<string, ContextLimit>;

/** Refresh interval of limits, in the background. */
const FRESH_MS = 2_000;
/** Retry interval after a failed call. */
const AGAIN_MS = 250;
const MAX_ACCOUNTS = 20_000;
const MAX_ALLOWANCES = 50_000;
/** Limits while auth is unavailable. */
const UNKNOWN: AccountLimits = new Map([['global', { limit: 250, limitWithoutSystem: 125 }]]);
const UNLIMITED: Verdict = { limit: 0, remaining: 0, retryAfter: 0 };
const FREE: ContextLimit = { limit: 0, limitWithoutSystem: 0 };

interface AccountEntry {
  known?: AccountLimits;
  asked: number;
  asking?: Promise<AccountLimits>;
}

/**
 * Decides in this process which requests are served, from grants that it leases from the auth service, which all
 * gateways share (docs/adr/0012). While auth is unavailable this process counts alone: limits never stop the service.
 */
export const createRequestLimiter = ({
  source,
  clock,
  logger,
}: {
  readonly source: LimitSource;
  readonly clock: Clock;
  readonly logger: Logger;
}) => {
  const accounts = new LRUCache<number, AccountEntry>({ maxSize: MAX_ACCOUNTS, sizeCalculation: () => 1 });
  const allowances = new LRUCache<string, Allowance>({ maxSize: MAX_ALLOWANCES, sizeCalculation: () => 1 });

  const ask = (accountId: number, entry: AccountEntry): Promise<AccountLimits> => {
    entry.asked = clock.now();
    entry.asking = source
      .limits(accountId)
      .then((known) => (entry.known = known))
      .catch((error: unknown) => {
        entry.asked = clock.now() - FRESH_MS + AGAIN_MS;
        logger.warn(
          { event: 'limits.away', err: error, accountId },
          'the limits of an account could not be read; the last known ones hold',
        );
        return entry.known ?? UNKNOWN;
      })
      .finally(() => delete entry.asking);
    return entry.asking;
  };

  /** The cached limits, refreshed in the background; a promise only for the first request of an account. */
  const findLimits = (accountId: number): AccountLimits | Promise<AccountLimits> => {
    let entry = accounts.get(accountId);
    if (!entry) accounts.set(accountId, (entry = { asked: -FRESH_MS }));
    if (!entry.asking && !isFresh(clock, entry.asked, FRESH_MS)) void ask(accountId, entry);
    return entry.known ?? entry.asking ?? UNKNOWN;
  };

  const takeToken = (counted: Counted, limits: AccountLimits): Verdict | Promise<Verdict> => {
    const { system, context } = counted;
    const current = limits.get(context) ?? FREE;
    const limit = system === '' ? current.limitWithoutSystem : current.limit;
    if (limit === 0) return UNLIMITED;
    const key = formatKey(counted);
    let allowance = allowances.get(key);
    if (!allowance) {
      allowance = createAllowance({ ask: (wanted, most) => source.grant(counted, wanted, most), clock, logger });
      allowances.set(key, allowance);
    }
    return allowance(limit);
  };

  return {
    /** Counts a request. Synchronous where possible: a request of an account without limits does not wait. */
    take: (counted: Counted): Verdict | Promise<Verdict> => {
      const limits = findLimits(counted.accountId);
      return limits instanceof Promise
        ? limits.then((loaded) => takeToken(counted, loaded))
        : takeToken(counted, limits);
    },
    limits: async (accountId: number): Promise<AccountLimits> => findLimits(accountId),
  };
};

export type RequestLimiter = ReturnType<typeof createRequestLimiter>;
