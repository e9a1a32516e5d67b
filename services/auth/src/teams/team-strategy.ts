import type { Team } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Document, Draft, ResourceStore, StoreCall, Strategy } from '@porchlight/store';
import { assertUniqueName, checkMembers, chosen, demandActive, distinct, type NamedMembersRules } from '../users';

/** A team as stored. */
export interface TeamDocument extends Document {
  name: string;
  nameKey: string;
  userIds: number[];
  /** Some of userIds. */
  leaderIds: number[];
}

export type TeamStore = ResourceStore<Team, TeamDocument>;

/** Most teams of an account. */
export const MAX_TEAMS = LIMITS.teams.value;

type Wanted = Pick<TeamDocument, 'name' | 'userIds' | 'leaderIds'>;

/** Rules of teams: leaders are members, names once in an account (decisions section 6). */
export const createTeamStrategy = (
  rules: NamedMembersRules & { readonly countOf: (accountId: number) => Promise<number> },
): Strategy<Team, TeamDocument> => {
  /** The stored fields. */
  const check = async (call: StoreCall, wanted: Wanted, before?: TeamDocument): Promise<Draft<TeamDocument>> => {
    const nameKey = await assertUniqueName(rules, call, 'a team', wanted.name, before);
    const leaderIds = distinct(wanted.leaderIds);
    const userIds = distinct([...wanted.userIds, ...leaderIds]);
    await checkMembers(rules, call, userIds, before, (found, members) => {
      demandActive('leaderIds', leaderIds, found, members);
      demandActive('userIds', userIds, found, members);
    });
    return { name: wanted.name, nameKey, userIds, leaderIds };
  };

  return {
    async prepareForCreate(call, { name = '', userIds, leaderIds }) {
      if ((await rules.countOf(call.actor.accountId)) >= MAX_TEAMS)
        throw refuse('CONFLICT', { message: `An account has at most ${MAX_TEAMS} teams. Delete one first.` });
      return check(call, { name, userIds, leaderIds });
    },

    async prepareForUpdate(call, before, input, mask) {
      const name = chosen(mask, input, before, 'name', '');
      const userIds = chosen(mask, input, before, 'userIds', []);
      // A user who is removed from the team is no longer a leader, unless the same call names the user as leader.
      const leaderIds = mask.has('leaderIds') ? input.leaderIds : before.leaderIds.filter((id) => userIds.includes(id));
      return { ...before, ...(await check(call, { name, userIds, leaderIds }, before)) };
    },

    toRecord: (document) => ({
      id: document.id,
      created: document.created,
      updated: document.updated,
      name: document.name,
      userIds: document.userIds,
      leaderIds: document.leaderIds,
      version: document.version,
    }),
  };
};
