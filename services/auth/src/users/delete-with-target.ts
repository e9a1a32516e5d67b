import { mayPerform } from '@porchlight/access';
import { OWNER } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceHandlers, StoreCall } from '@porchlight/store';
import type { UserDocument } from '../documents';
import type { Ports } from '../ports';

interface DeleteRequest {
  readonly id: number;
  readonly options: Readonly<Record<string, string>>;
}

const loadTarget = async (
  users: Ports['users'],
  call: StoreCall,
  user: UserDocument,
  wanted: string,
): Promise<UserDocument> => {
  const target = await users.load(call, Number(wanted));
  const isSameKind = (target?.role === 'Lender') === (user.role === 'Lender');
  if (target?.status !== 'Active' || target.id === user.id || !isSameKind)
    throw refuse('UNKNOWN_REFERENCE', {
      field: 'assignTo',
      what: user.role === 'Lender' ? 'another active lender' : 'another active user who is not a lender',
      value: wanted.slice(0, 20),
    });
  return target;
};

/**
 * Disables a user and leaves the user out of lists (decisions section 11). With `assignTo`, the people service assigns
 * the people and open tasks of the user to that one. Idempotent. Throws FORBIDDEN, NOT_FOUND, CONFLICT for the owner,
 * PRECONDITION_FAILED, UNKNOWN_REFERENCE.
 */
export const deleteUser =
  ({ users }: Pick<Ports, 'users'>) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    const { role } = call.actor;
    if (!mayPerform(role, OWNER)) throw refuse('FORBIDDEN', { role });
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

/**
 * Deletes a team. With `moveToTeamId`, its users join that team first (decisions section 11). Runs under the lock of
 * teams.
 */
export const deleteTeam =
  ({ teams }: Pick<Ports, 'teams'>, handlers: ResourceHandlers) =>
  async (request: DeleteRequest, call: StoreCall): Promise<unknown> => {
    const { id, options } = request;
    const { ifVersion, moveToTeamId } = options;
    const team = moveToTeamId === undefined ? undefined : await teams.load(call, id);
    const isCurrent = ifVersion === undefined || Number(ifVersion) === team?.version;
    if (moveToTeamId !== undefined && team && isCurrent) {
      const target = await teams.load(call, Number(moveToTeamId));
      if (!target || target.id === id)
        throw refuse('UNKNOWN_REFERENCE', {
          field: 'moveToTeamId',
          what: 'another team',
          value: moveToTeamId.slice(0, 20),
        });
      const userIds = [...new Set([...target.userIds, ...team.userIds])];
      await handlers['updateTeam']!(
        {
          id: target.id,
          record: { id: target.id, version: 0, userIds, leaderIds: [] },
          mask: ['userIds'],
          options: {},
        },
        call,
      );
    }
    return handlers['deleteTeam']!(request, call);
  };
