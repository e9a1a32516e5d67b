import type {
  ReadRateLimitsResponse,
  ReadRequestUsageRequest,
  ReadRequestUsageResponse,
  GrantRequestsRequest,
  GrantRequestsResponse,
  RateLimits,
  SetRateLimitsRequest,
} from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { ACCOUNT_RATE_LIMITS, DEFAULT_RATE_LIMITS, MAIL_KINDS, RATE_LIMIT_WINDOW_MS } from '@porchlight/limits';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { type AccountLimits, grant, listLimits, type Slot, usedAt } from './sliding-window';
import { EXPIRING, GUARDED } from '../document-options';

/** Requests granted to gateways; `_id` is account, context and system. */
export const requestCountSchema = defineDocument(
  {
    _id: column.text,
    /** Version for guarded updates. */
    v: column.number,
    slots: column.listOf<Slot>(column.nested({ at: column.number, n: column.number })),
    /** The database deletes the document then. */
    expires: column.date,
  },
  [GUARDED, EXPIRING],
);
export type RequestCountDocument = DocumentOf<typeof requestCountSchema>;

/**
 * Maximum number of guarded writes of one document, so that concurrent gateways all succeed. Then the gateway must
 * wait.
 */
const MAX_ATTEMPTS = 8;
const RETRY_MS = 50;
/** Retention after it is no longer needed, ms. */
const RETENTION_MS = 60_000;
const MAX_LIMIT = 1_000_000;

interface RequestCounts {
  readonly clock: { now(): number };
  readonly requestCounts: DocumentCollection<RequestCountDocument>;
}

/** An account that may have limits of its own. */
export interface LimitedAccount {
  readonly _id: number;
  readonly limits?: AccountLimits;
}

interface LimitedAccounts {
  readonly accounts: Pick<DocumentCollection<LimitedAccount>, 'findOne' | 'updateOne'>;
}

const documentId = (accountId: number, context: string, system: string): string => `${accountId} ${context} ${system}`;

/** Checks the limits that an operator sets; undefined means the defaults. Throws INVALID_BODY. */
export const parseAccountLimits = (limits: RateLimits | undefined): AccountLimits | undefined => {
  if (!limits) return undefined;
  const ownLimits = Object.entries(limits.perWindow);
  const wrong = ownLimits.find(
    ([context, n]) => !Object.hasOwn(DEFAULT_RATE_LIMITS, context) || n < 0 || n > MAX_LIMIT,
  );
  if (wrong)
    throw invalidBody(
      `Limit '${wrong[0]}' must be one of ${Object.keys(DEFAULT_RATE_LIMITS).join(', ')}, with 0 to ${MAX_LIMIT} requests.`,
    );
  const { mailsPerDay } = limits;
  return {
    ...(limits.lifted && { lifted: true }),
    ...(ownLimits.length > 0 && { perWindow: limits.perWindow }),
    ...(areMailQuotas(mailsPerDay) && { mailsPerDay }),
  };
};

/** True if there are quotas. Throws INVALID_BODY for a kind that does not exist and for a number out of range. */
const areMailQuotas = (mailsPerDay: Readonly<Record<string, number>>): boolean => {
  const quotas = Object.entries(mailsPerDay);
  const kinds: readonly string[] = MAIL_KINDS;
  const wrong = quotas.find(([kind, mails]) => !kinds.includes(kind) || mails < 0 || mails > MAX_LIMIT);
  if (wrong)
    throw invalidBody(`Quota '${wrong[0]}' must be one of ${kinds.join(', ')}, with 0 to ${MAX_LIMIT} mails per day.`);
  return quotas.length > 0;
};

/** Limits of requests without those of mails, or of mails without those of requests, leave the others as they are. */
const combine = (before: AccountLimits, { mailsPerDay, ...ofRequests }: AccountLimits): AccountLimits => {
  if (mailsPerDay === undefined && Object.keys(ofRequests).length === 0) return {};
  if (mailsPerDay === undefined)
    return { ...(before.mailsPerDay && { mailsPerDay: before.mailsPerDay }), ...ofRequests };
  return Object.keys(ofRequests).length === 0 ? { ...before, mailsPerDay } : { ...ofRequests, mailsPerDay };
};

/** Sets the limits of an account, or without any the defaults; gateways notice within two seconds. */
export const setRateLimits =
  ({ accounts }: LimitedAccounts) =>
  async ({ accountId, limits }: SetRateLimitsRequest): Promise<object> => {
    const changed = parseAccountLimits(limits) ?? {};
    const before = (await accounts.findOne({ _id: accountId }))?.limits ?? {};
    if (!(await accounts.updateOne({ _id: accountId }, { $set: { limits: combine(before, changed) } })))
      throw refuse('NOT_FOUND', { what: 'account' });
    return {};
  };

/** The limits of an account in every context. */
export const readRateLimits =
  ({ accounts }: LimitedAccounts) =>
  async ({ accountId }: { accountId: number }): Promise<ReadRateLimitsResponse> => ({
    contexts: listLimits((await accounts.findOne({ _id: accountId }))?.limits),
  });

/** Grants a gateway requests of the window of (account, system, context): one write for many requests. */
export const grantRequests =
  ({ requestCounts, clock }: RequestCounts) =>
  async ({ accountId, system, context, wanted, limit }: GrantRequestsRequest): Promise<GrantRequestsResponse> => {
    const _id = documentId(accountId, context, system);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await requestCounts.findOne({ _id });
      const now = clock.now();
      const { slots, ...answer } = grant(stored?.slots ?? [], now, Math.max(1, wanted), limit);
      if (answer.granted === 0) return answer;
      const next = { slots: [...slots], expires: new Date(now + RATE_LIMIT_WINDOW_MS + RETENTION_MS) };
      if (!stored) {
        if ((await requestCounts.insertMany([{ _id, v: 1, ...next }])).length === 0) return answer;
      } else if (await requestCounts.updateOne({ _id, v: stored.v }, { $set: { ...next, v: stored.v + 1 } }))
        return answer;
    }
    return { granted: 0, remaining: 0, waitMs: RETRY_MS };
  };

/** Returns the used requests of the current window by context. */
export const readRequestUsage =
  ({ requestCounts, clock }: RequestCounts) =>
  async ({ accountId, system }: ReadRequestUsageRequest): Promise<ReadRequestUsageResponse> => {
    const counts = await Promise.all(
      Object.keys(DEFAULT_RATE_LIMITS).map(async (context) => {
        const counted = ACCOUNT_RATE_LIMITS.has(context) ? '' : system;
        const stored = await requestCounts.findOne({ _id: documentId(accountId, context, counted) });
        return { context, used: usedAt(stored?.slots ?? [], clock.now()) };
      }),
    );
    return { contexts: counts.filter(({ used }) => used > 0) };
  };
