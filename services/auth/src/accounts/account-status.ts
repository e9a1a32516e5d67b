import { DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import type { UserDocument } from '../users';
import type { AccountDocument } from './account-document';
import type { AccountPorts } from './account-ports';

/** Active, Disabled or Deleted. */
export type AccountStatus = NonNullable<AccountDocument['status']>;

const accountStatus = (account: AccountDocument | undefined): AccountStatus =>
  account ? (account.status ?? 'Active') : 'Deleted';

/** Status of an account; an account that does not exist counts as deleted. */
const getAccountStatus = async ({ loadAccount }: Pick<AccountPorts, 'loadAccount'>, accountId: number) =>
  accountStatus(await loadAccount(accountId));

/** Throws NOT_FOUND for an account that does not exist or is deleted. */
export const requireAccount = async (ports: Pick<AccountPorts, 'loadAccount'>, accountId: number): Promise<void> => {
  if ((await getAccountStatus(ports, accountId)) === 'Deleted') throw refuse('NOT_FOUND', { what: 'account' });
};

/** Throws ACCOUNT_DISABLED, or UNAUTHENTICATED if the account does not exist. */
export const requireActiveAccount = async (ports: Pick<AccountPorts, 'loadAccount'>, accountId: number) => {
  const status = await getAccountStatus(ports, accountId);
  if (status !== 'Active') throw refuse(status === 'Disabled' ? 'ACCOUNT_DISABLED' : 'UNAUTHENTICATED');
};

/** An active user of an active account with its settings; otherwise whether the account is disabled. */
export const findActiveUser = async (
  ports: Pick<AccountPorts, 'loadAccount' | 'users'>,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  signal: AbortSignal,
): Promise<{ readonly user?: UserDocument; readonly settings: AccountSettings; readonly accountDisabled: boolean }> => {
  const [account, user] = await Promise.all([
    ports.loadAccount(accountId),
    ports.users.load(systemCall(accountId, signal), userId),
  ]);
  const status = accountStatus(account);
  const settings = { ...DEFAULT_ACCOUNT_SETTINGS, ...account?.settings };
  if (user?.status !== 'Active' || status === 'Deleted') return { settings, accountDisabled: false };
  return status === 'Disabled' ? { settings, accountDisabled: true } : { user, settings, accountDisabled: false };
};
