import type { AccountSource } from '@porchlight/backend';
import { isRefusal } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';

/** What mails to contacts say about the account. */
export interface AccountProfile {
  readonly name: string;
  /** Postal address in the footer; empty: the name. */
  readonly mailFooter: string;
}

const CACHE_MS = 60_000;
const MAX_ACCOUNTS = 5_000;

/** Reads profiles of accounts from auth, cached for a minute. */
export const createAccountProfiles = (loadAccount: AccountSource['account'], clock: Pick<Clock, 'now'>) => {
  const cache = new Map<number, { readonly profile: AccountProfile; readonly until: number }>();
  return {
    /** Undefined if the account is deleted. Throws UNAVAILABLE and DEADLINE if auth does not answer. */
    async load(accountId: number, signal: AbortSignal): Promise<AccountProfile | undefined> {
      const cached = cache.get(accountId);
      if (cached && clock.now() < cached.until) return cached.profile;
      try {
        const { name, mailFooter } = await loadAccount(accountId, signal);
        // A deleted account is its number alone.
        if (name === '') return undefined;
        const profile = { name, mailFooter };
        if (cache.size >= MAX_ACCOUNTS) cache.clear();
        cache.set(accountId, { profile, until: clock.now() + CACHE_MS });
        return profile;
      } catch (error) {
        if (isRefusal(error) && ['NOT_FOUND', 'UNAUTHENTICATED'].includes(error.reason)) return undefined;
        throw error;
      }
    },
  };
};

/** The profiles of accounts. */
export type AccountProfiles = ReturnType<typeof createAccountProfiles>;
