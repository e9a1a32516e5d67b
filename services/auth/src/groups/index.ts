import {
  Group,
  groups as descriptor,
  GroupServiceDefinition,
  type ListRoundRobinGroupsRequest,
  type ListRoundRobinGroupsResponse,
} from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { handlersOf, type ResourceHandlers, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Context } from '../context';
import { loadUsersById, type UserStore, withAccountLock } from '../users';
import { createGroupStrategy, type GroupDocument, groupUser } from './group-strategy';

export { MAX_GROUPS } from './group-strategy';

/** Lists groups with round robin (decisions section 11). */
const listRoundRobinGroups =
  (handlers: ResourceHandlers) =>
  ({ query = FIRST_PAGE }: ListRoundRobinGroupsRequest, call: StoreCall): Promise<ListRoundRobinGroupsResponse> => {
    const filters = query.filters.filter(({ name }) => name !== 'distribution');
    filters.push({ name: 'distribution', values: ['round-robin'] });
    return handlers['listGroups']!({ query: { ...query, filters } }, call) as Promise<ListRoundRobinGroupsResponse>;
  };

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
