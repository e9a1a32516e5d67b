import { DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import type { UserDocument } from '../users';
import type { AccountDocument } from './account-document';
import type { Accounts } from './account-parts';

/** Active, Disabled or Deleted. */
export type AccountStatus = NonNullable<AccountDocument['status']>;

const accountStatus = (account: AccountDocument | undefined): AccountStatus =>
  account ? (account.status ?? 'Active') : 'Deleted';

/** Status of an account; an account that does not exist counts as deleted. */
const getAccountStatus = async ({ loadAccount }: Pick<Accounts, 'loadAccount'>, accountId: number) =>
  accountStatus(await loadAccount(accountId));

/** Throws NOT_FOUND for an account that does not exist or is deleted. */
export const requireAccount = async (parts: Pick<Accounts, 'loadAccount'>, accountId: number): Promise<void> => {
  if ((await getAccountStatus(parts, accountId)) === 'Deleted') throw refuse('NOT_FOUND', { what: 'account' });
};

/** Throws ACCOUNT_DISABLED, or UNAUTHENTICATED if the account does not exist. */
export const requireActiveAccount = async (parts: Pick<Accounts, 'loadAccount'>, accountId: number) => {
  const status = await getAccountStatus(parts, accountId);
  if (status !== 'Active') throw refuse(status === 'Disabled' ? 'ACCOUNT_DISABLED' : 'UNAUTHENTICATED');
};

/** An active user of an active account with its settings; otherwise whether the account is disabled. */
export const findActiveUser = async (
  parts: Pick<Accounts, 'loadAccount' | 'users'>,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  signal: AbortSignal,
): Promise<{ readonly user?: UserDocument; readonly settings: AccountSettings; readonly accountDisabled: boolean }> => {
  const [account, user] = await Promise.all([
    parts.loadAccount(accountId),
    parts.users.load(systemCall(accountId, signal), userId),
  ]);
  const status = accountStatus(account);
  const settings = { ...DEFAULT_ACCOUNT_SETTINGS, ...account?.settings };
  if (user?.status !== 'Active' || status === 'Deleted') return { settings, accountDisabled: false };
  return status === 'Disabled' ? { settings, accountDisabled: true } : { user, settings, accountDisabled: false };
};
