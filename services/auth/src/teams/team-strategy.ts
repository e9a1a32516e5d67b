import type { Team } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  type ResourceStore,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import {
  assertActiveUsers,
  assertUniqueName,
  checkMembers,
  distinct,
  type NamedMembersRules,
  pickChanged,
} from '../users';

export const teamColumns = {
  name: column.text,
  nameKey: column.text,
  userIds: column.listOf(column.number),
  /** A subset of userIds. */
  leaderIds: column.listOf(column.number),
} satisfies Columns;

/** A team as stored. */
export interface TeamDocument extends Document, Stored<typeof teamColumns> {}

export type TeamStore = ResourceStore<Team, TeamDocument>;

/** Maximum number of teams of an account. */
export const MAX_TEAMS = LIMITS.teams.value;

type Wanted = Pick<TeamDocument, 'name' | 'userIds' | 'leaderIds'>;

/** Rules of teams: leaders are members, names are unique in an account (decisions section 6). */
export const createTeamStrategy = (
  rules: NamedMembersRules & { readonly countExisting: (accountId: number) => Promise<number> },
): Strategy<Team, TeamDocument> => {
  /** Checks the fields and returns them as stored. */
  const check = async (call: StoreCall, wanted: Wanted, before?: TeamDocument): Promise<Draft<TeamDocument>> => {
    const nameKey = await assertUniqueName(rules, call, 'a team', wanted.name, before);
    const leaderIds = distinct(wanted.leaderIds);
    const userIds = distinct([...wanted.userIds, ...leaderIds]);
    await checkMembers(rules, call, userIds, before, (found, members) => {
      assertActiveUsers('leaderIds', leaderIds, found, members);
      assertActiveUsers('userIds', userIds, found, members);
    });
    return { name: wanted.name, nameKey, userIds, leaderIds };
  };

  return {
    async prepare(call, { before, input, mask }) {
      if (!before) {
        if ((await rules.countExisting(call.actor.accountId)) >= MAX_TEAMS)
          throw refuse('LIMIT_REACHED', { limit: MAX_TEAMS, what: 'teams' });
        return check(call, { name: input.name ?? '', userIds: input.userIds, leaderIds: input.leaderIds });
      }
      const name = pickChanged(mask, input, before, 'name', '');
      const userIds = pickChanged(mask, input, before, 'userIds', []);
      // A user who is removed from the team is no longer a leader, unless the same call names the user as leader.
      const leaderIds = mask.has('leaderIds') ? input.leaderIds : before.leaderIds.filter((id) => userIds.includes(id));
      return check(call, { name, userIds, leaderIds }, before);
    },
  };
};
