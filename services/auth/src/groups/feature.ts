import { defineNamingRecords, methods } from '@porchlight/backend';
import { type Group, groups as descriptor, GroupServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import { defineFeature } from '../service';
import { loadUsersById, users } from '../users';
import { groupNames } from './group-references';
import { createGroupStrategy, groupColumns, type GroupDocument, groupUser } from './group-strategy';

/** Groups of users who share leads (decisions sections 6 and 11). */
export const groups = defineFeature({
  name: 'groups',
  needs: { users },
  open({ store, users: userStore }): ResourceStore<Group, GroupDocument> {
    const groupStore: ResourceStore<Group, GroupDocument> = store.resource<Group, GroupDocument>({
      descriptor,
      columns: groupColumns,
      strategy: createGroupStrategy({
        loadUsers: (call, ids) => loadUsersById(userStore, call, ids),
        loadGroup: (call, id) => groupStore.load(call, id),
        loadMembers: async (call, ids) =>
          new Map([...(await loadUsersById(userStore, call, ids))].map(([id, user]) => [id, groupUser(user)])),
      }),
    });
    return groupStore;
  },
  serve(groupStore) {
    type GroupHandlers = Handlers<typeof GroupServiceDefinition>;
    const handlers: Omit<GroupHandlers, 'listRoundRobinGroups'> = createResourceHandlers(descriptor, groupStore);
    const listRoundRobinGroups: GroupHandlers['listRoundRobinGroups'] = ({ query = FIRST_PAGE }, call) => {
      const filters = query.filters.filter(({ name }) => name !== 'distribution');
      filters.push({ name: 'distribution', values: ['round-robin'] });
      return handlers.listGroups({ query: { ...query, filters } }, call);
    };
    return {
      methods: [methods(GroupServiceDefinition, { ...handlers, listRoundRobinGroups })],
      names: [defineNamingRecords(groupStore, groupNames)],
    };
  },
});
