import { isRefusal, refuse } from '@porchlight/errors';
import { DAY_MS } from '@porchlight/runtime';
import { perDay } from '../security';
import type { AccountDocument } from './account-document';
import type { Accounts } from './account-parts';

const NEW_MS = DAY_MS;

/** Whether an account came from an open sign-up less than 24 hours ago. Accounts of the operator are never new. */
export const isNewAccount = (account: AccountDocument | undefined, now: number): boolean =>
  account?.openSignUp === true && now - account.created.getTime() < NEW_MS;

/**
 * Counts one more record of a new account; other accounts have no such limit. Returns a function that reverts the
 * count. Throws NEW_ACCOUNT_LIMIT.
 */
export const chargeNewAccount = async (
  { accounts, attempts, clock }: Pick<Accounts, 'accounts' | 'attempts' | 'clock'>,
  accountId: number,
  what: string,
  limit: number,
): Promise<() => Promise<void>> => {
  const account = (await accounts.findOne({ _id: accountId })) ?? undefined;
  if (!isNewAccount(account, clock.now())) return async () => undefined;
  try {
    return await attempts.charge(['new account', String(accountId), what], perDay(limit));
  } catch (error) {
    if (!isRefusal(error) || error.reason !== 'RATE_LIMITED') throw error;
    throw refuse('NEW_ACCOUNT_LIMIT', { limit, what, seconds: Number(error.params['seconds'] ?? 1) });
  }
};
