import { LIMITS } from '@porchlight/limits';
import type { Document, Store } from '@porchlight/store';
import type { UserRules } from './user-strategy';

interface GroupOfUsers extends Document {
  readonly name: string;
  readonly userIds: readonly number[];
}

interface TeamOfUsers extends Document {
  readonly userIds: readonly number[];
  readonly leaderIds: readonly number[];
}

/** Reads the groups and teams that users show. */
export const createMemberships = ({ reads }: Pick<Store, 'reads'>): Pick<UserRules, 'listGroups' | 'listTeams'> => {
  const groups = reads<GroupOfUsers>('groups');
  const teams = reads<TeamOfUsers>('teams');
  return {
    listGroups: (call) => groups.find(call, {}, LIMITS.groups.value),
    listTeams: (call) => teams.find(call, {}, LIMITS.teams.value),
  };
};
