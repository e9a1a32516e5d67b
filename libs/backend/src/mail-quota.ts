import type { OwnAccount } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { dailyMails, type MailAccount, type MailKind } from '@porchlight/limits';
import type { Clock } from '@porchlight/runtime';
import { DAY_MS } from '@porchlight/runtime';
import { column, defineDocument, type Store } from '@porchlight/store';
import { LRUCache } from 'lru-cache';

/** Mails of an account that may be sent now. */
export interface MailAllowance {
  /** From 0 to the requested number. They are counted. */
  readonly allowed: number;
  /** Mails per day of this account; undefined while auth does not answer for it. */
  readonly limit: number | undefined;
  /** Mails that are not allowed wait until then: the next day (UTC), or 5 s later while auth does not answer. */
  readonly resumesAt: Date;
}

/** The mails of one kind per account and day (N5). */
export interface MailQuota {
  /**
   * Counts up to `mails` mails of the account as sent today. The caller stores that they are counted before it sends
   * them, so that a repeat does not count them again; a crash before that can cost an account these places of the day.
   */
  take(accountId: number, mails: number, signal: AbortSignal): Promise<MailAllowance>;
}

export interface MailQuotaOptions {
  readonly store: Pick<Store, 'collection'>;
  readonly clock: Clock;
  /** Reads an account at auth (`createOriginals`), which has the age and the quotas of the operator. */
  readonly loadAccount: (
    accountId: number,
    signal: AbortSignal,
  ) => Promise<Pick<OwnAccount, 'name' | 'created' | 'mailsPerDay'>>;
}

const mailCountSchema = defineDocument(
  {
    /** `<accountId>:<kind>:<day>` */
    _id: column.text,
    accountId: column.number,
    sent: column.number,
    /** The database deletes the document then. */
    expires: column.date,
  },
  [{ keys: { expires: 1 }, global: true, expireAfterSeconds: 0 }],
);

const CACHE_MS = 60_000;
/** Until auth is asked again for an account that it did not answer for. */
const RETRY_MS = 5_000;
const MAX_ACCOUNTS = 5_000;
const CALL_TIMEOUT_MS = 2_000;
/** A deleted account sends nothing. */
const DELETED: MailAccount = { mailsPerDay: { planMails: 0, notificationMails: 0 } };
const UNKNOWN: MailAccount = {};

interface CachedAccount {
  readonly account: MailAccount;
  readonly until: number;
}

/** Accounts from auth, cached for a minute. Without an answer, the last one counts; UNKNOWN if there is none. */
const createMailAccounts = ({ loadAccount, clock }: Pick<MailQuotaOptions, 'loadAccount' | 'clock'>) => {
  const cache = new LRUCache<number, CachedAccount>({ maxSize: MAX_ACCOUNTS, sizeCalculation: () => 1 });
  const load = async (accountId: number, signal: AbortSignal): Promise<MailAccount> => {
    try {
      const { name, created, mailsPerDay } = await loadAccount(
        accountId,
        AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
      );
      return name === '' ? DELETED : { created, mailsPerDay };
    } catch (error) {
      signal.throwIfAborted();
      if (isRefusal(error) && ['NOT_FOUND', 'UNAUTHENTICATED'].includes(error.reason)) return DELETED;
      return cache.get(accountId)?.account ?? UNKNOWN;
    }
  };
  return async (accountId: number, signal: AbortSignal): Promise<MailAccount> => {
    const cached = cache.get(accountId);
    const now = clock.now();
    if (cached && now < cached.until && cached.until <= now + CACHE_MS) return cached.account;
    const account = await load(accountId, signal);
    if (account !== UNKNOWN) cache.set(accountId, { account, until: now + CACHE_MS });
    return account;
  };
};

/** Opens the daily quota of a kind of mails of a service. Call before the store starts, which creates its index. */
export const openMailQuota = (kind: MailKind, options: MailQuotaOptions): MailQuota => {
  const { store, clock } = options;
  const counts = store.collection('mailCounts', mailCountSchema);
  const findAccount = createMailAccounts(options);

  const count = async (_id: string, accountId: number, mails: number, expires: Date): Promise<number> => {
    const add = { $inc: { sent: mails } };
    const counted = await counts.findOneAndUpdate({ _id }, add);
    if (counted) return counted.sent;
    await counts.insertMany([{ _id, accountId, sent: 0, expires }]);
    return (await counts.findOneAndUpdate({ _id }, add))?.sent ?? mails;
  };

  return {
    async take(accountId, mails, signal) {
      const now = clock.now();
      const day = Math.floor(now / DAY_MS);
      const resumesAt = new Date((day + 1) * DAY_MS);
      const account = await findAccount(accountId, signal);
      // Its quota may be lower than that of other accounts: its mails wait until auth answers.
      if (account === UNKNOWN) return { allowed: 0, limit: undefined, resumesAt: new Date(now + RETRY_MS) };
      const limit = dailyMails(kind, account, now);
      const _id = `${accountId}:${kind}:${day}`;
      const before = (await count(_id, accountId, mails, new Date(resumesAt.getTime() + DAY_MS))) - mails;
      const allowed = Math.min(mails, Math.max(0, limit - before));
      // Not sent, so not counted: a higher quota of the operator counts from the mails of the day.
      if (allowed < mails) await counts.updateOne({ _id }, { $inc: { sent: allowed - mails } });
      return { allowed, limit, resumesAt };
    },
  };
};
