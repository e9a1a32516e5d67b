import { LIMITS } from '@porchlight/limits';
import { INT32_MAX } from '@porchlight/resource';
import type { Document, Store, StoreCall } from '@porchlight/store';
import type { UserRules } from './user-strategy';

/** Deleted records have no id. Both bounds, so that all servers use the index. */
const ALL_IDS = { $gt: 0, $lt: INT32_MAX + 1 };

interface GroupOfUsers extends Document {
  readonly name: string;
  readonly userIds: readonly number[];
}

interface TeamOfUsers extends Document {
  readonly userIds: readonly number[];
  readonly leaderIds: readonly number[];
}

/** Reads the groups and teams that users show. */
export const createMemberships = ({
  collection,
}: Pick<Store, 'collection'>): Pick<UserRules, 'listGroups' | 'listTeams'> => {
  const list = <D extends Document>(name: string, { actor: { accountId } }: StoreCall, limit: number) =>
    collection<D>(name).find({ accountId, id: ALL_IDS }, { sort: { id: -1 }, limit });
  return {
    listGroups: (call) => list<GroupOfUsers>('groups', call, LIMITS.groups.value),
    listTeams: (call) => list<TeamOfUsers>('teams', call, LIMITS.teams.value),
  };
};
