import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import type { AccountDocument, UserDocument } from '../documents';
import type { Ports } from '../ports';

/** Active, Disabled or Deleted. */
export type AccountStatus = NonNullable<AccountDocument['status']>;

/** Status of an account; one that never was is like one that is deleted. */
export const statusOf = async ({ accountOf }: Pick<Ports, 'accountOf'>, accountId: number): Promise<AccountStatus> => {
  const account = await accountOf(accountId);
  return account ? (account.status ?? 'Active') : 'Deleted';
};

/** Throws NOT_FOUND for an account that is not there or not there any more. */
export const demandAccount = async (ports: Pick<Ports, 'accountOf'>, accountId: number): Promise<void> => {
  if ((await statusOf(ports, accountId)) === 'Deleted') throw refuse('NOT_FOUND', { what: 'account' });
};

/** Throws ACCOUNT_DISABLED, UNAUTHENTICATED where there is none: nobody signs in there. */
export const demandActiveAccount = async (ports: Pick<Ports, 'accountOf'>, accountId: number): Promise<void> => {
  const status = await statusOf(ports, accountId);
  if (status !== 'Active') throw refuse(status === 'Disabled' ? 'ACCOUNT_DISABLED' : 'UNAUTHENTICATED');
};

/** An active user of an active account; else whether it is the account that is disabled. */
export const findActiveUser = async (
  ports: Pick<Ports, 'accountOf' | 'users'>,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  signal: AbortSignal,
): Promise<{ readonly user?: UserDocument; readonly accountDisabled: boolean }> => {
  const [status, user] = await Promise.all([statusOf(ports, accountId), ports.users.load(systemCall(accountId, signal), userId)]);
  if (user?.status !== 'Active' || status === 'Deleted') return { accountDisabled: false };
  return status === 'Disabled' ? { accountDisabled: true } : { user, accountDisabled: false };
};
