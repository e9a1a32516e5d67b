import { Group, groups as descriptor, GroupServiceDefinition } from '@porchlight/contracts';
import { handlersOf, type ResourceStore } from '@porchlight/store';
import type { Context } from '../context';
import { loadUsersById, type UserStore, withAccountLock } from '../users';
import { createGroupStrategy, type GroupDocument, groupUser } from './group-strategy';
import { listRoundRobinGroups } from './list-round-robin-groups';

export { MAX_GROUPS } from './group-strategy';

/** Opens groups and registers their methods (decisions sections 6 and 11). */
export const openGroups = (
  { store, rpc }: Pick<Context, 'store' | 'rpc'>,
  users: UserStore,
): ResourceStore<Group, GroupDocument> => {
  const groups: ResourceStore<Group, GroupDocument> = store.resource<Group, GroupDocument>({
    descriptor,
    strategy: createGroupStrategy({
      loadUsers: (call, ids) => loadUsersById(users, call, ids),
      findByNameKey: (call, nameKey) => groups.findBy(call, 'nameKey', nameKey, 2),
      countExisting: (accountId) => groups.count(accountId, 'total'),
      groupExists: async (call, id) => (await groups.load(call, id)) !== undefined,
      loadMembers: async (call, ids) =>
        new Map([...(await loadUsersById(users, call, ids))].map(([id, user]) => [id, groupUser(user)])),
    }),
    encodeRecord: (record) => Group.encode(record).finish(),
  });
  const handlers = withAccountLock(store, 'groups', handlersOf(descriptor, groups), 'createGroup', 'updateGroup');
  rpc.add(GroupServiceDefinition, { ...handlers, listRoundRobinGroups: listRoundRobinGroups(handlers) } as never);
  return groups;
};
