import type { Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { UserCopies } from '../copies';

/** The role of an active user of the account; the caller is one. Throws UNKNOWN_REFERENCE for the field. */
export const requireActiveUser = async (
  users: Pick<UserCopies, 'find'>,
  { actor }: StoreCall,
  field: string,
  userId: number,
): Promise<Actor['role']> => {
  const { accountId } = actor;
  if (userId === actor.userId) return actor.role;
  const user = (await users.find([{ accountId, userId }]))(accountId, userId);
  if (user?.status !== 'Active') throw refuse('UNKNOWN_REFERENCE', { field, what: 'an active user', value: userId });
  return user.role as Actor['role'];
};
