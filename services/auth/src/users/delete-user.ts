import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { UserDocument, UserStore } from './user-document';

interface DeleteRequest {
  readonly id: number;
  readonly options: Readonly<Record<string, string>>;
}

const loadTarget = async (users: UserStore, call: StoreCall, user: UserDocument, targetId: string) => {
  const target = await users.load(call, Number(targetId));
  const isSameKind = (target?.role === 'Lender') === (user.role === 'Lender');
  if (target?.status !== 'Active' || target.id === user.id || !isSameKind)
    throw refuse('UNKNOWN_REFERENCE', {
      field: 'assignTo',
      what: user.role === 'Lender' ? 'another active lender' : 'another active user who is not a lender',
      value: targetId.slice(0, 20),
    });
  return target;
};

/**
 * Disables a user and excludes the user from lists (decisions section 11). With `assignTo`, the people service assigns
 * the people and open tasks of the user to that user. Idempotent. Throws FORBIDDEN, NOT_FOUND, CONFLICT for the owner,
 * PRECONDITION_FAILED, UNKNOWN_REFERENCE.
 */
export const deleteUser =
  (users: UserStore) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    const user = await users.load(call, id);
    if (!user) throw refuse('NOT_FOUND', { what: 'user' });
    if (user.isOwner)
      throw refuse('CONFLICT', { message: 'The owner of an account cannot be deleted. Transfer the ownership first.' });
    const { ifVersion, assignTo } = options;
    if (ifVersion !== undefined && Number(ifVersion) !== user.version) throw refuse('PRECONDITION_FAILED');
    const target = assignTo === undefined ? undefined : await loadTarget(users, call, user, assignTo);
    await users.modify(call, id, (before) => ({
      ...before,
      status: 'Disabled',
      deleted: true,
      ...(target && { reassignedTo: target.id }),
    }));
    return {};
  };
