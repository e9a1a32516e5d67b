import { defineNamingRecords } from '@porchlight/backend';
import { Group, groups as descriptor, GroupServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { Context } from '../context';
import { loadUsersById, type UserStore } from '../users';
import { groupNames } from './group-references';
import { createGroupStrategy, groupColumns, type GroupDocument, groupUser } from './group-strategy';

export { MAX_GROUPS } from './group-strategy';

/** Opens groups and registers their methods (decisions sections 6 and 11). */
export const openGroups = ({ store, rpc }: Pick<Context, 'store' | 'rpc'>, users: UserStore) => {
  const groups: ResourceStore<Group, GroupDocument> = store.resource<Group, GroupDocument>({
    descriptor,
    columns: groupColumns,
    strategy: createGroupStrategy({
      loadUsers: (call, ids) => loadUsersById(users, call, ids),
      loadGroup: (call, id) => groups.load(call, id),
      loadMembers: async (call, ids) =>
        new Map([...(await loadUsersById(users, call, ids))].map(([id, user]) => [id, groupUser(user)])),
    }),
    encodeRecord: (record) => Group.encode(record).finish(),
  });
  type GroupHandlers = Handlers<typeof GroupServiceDefinition>;
  const handlers: Omit<GroupHandlers, 'listRoundRobinGroups'> = createResourceHandlers(descriptor, groups);
  rpc.add(GroupServiceDefinition, {
    ...handlers,
    listRoundRobinGroups({ query = FIRST_PAGE }, call) {
      const filters = query.filters.filter(({ name }) => name !== 'distribution');
      filters.push({ name: 'distribution', values: ['round-robin'] });
      return handlers.listGroups({ query: { ...query, filters } }, call);
    },
  });
  return { groups, naming: defineNamingRecords(groups, groupNames) };
};
