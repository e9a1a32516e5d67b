import type { Team } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { normalizeText, type Draft, type StoreCall, type Strategy } from '@porchlight/store';
import type { TeamDocument } from '../documents';
import { demandActive, distinct, type Candidate } from '../rules/group-members';

export interface TeamRules {
  /** Users of the account by id; absent ones are left out. */
  readonly usersOf: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, Candidate>>;
  readonly withNameKey: (call: StoreCall, nameKey: string) => Promise<readonly TeamDocument[]>;
}

type Wanted = Pick<TeamDocument, 'name' | 'userIds' | 'leaderIds'>;

/** Rules of teams: leaders are members, names once in an account (decisions section 6). */
export const createTeamStrategy = ({ usersOf, withNameKey }: TeamRules): Strategy<Team, TeamDocument> => {
  /** What is kept. Names stay unique because teams are written one at a time per account (app.ts). */
  const check = async (call: StoreCall, wanted: Wanted, before?: TeamDocument): Promise<Draft<TeamDocument>> => {
    const nameKey = normalizeText(wanted.name);
    if (nameKey !== before?.nameKey && (await withNameKey(call, nameKey)).some(({ id }) => id !== before?.id))
      throw refuse('DUPLICATE', { what: 'a team', field: 'name' });
    const leaderIds = distinct(wanted.leaderIds);
    const userIds = distinct([...wanted.userIds, ...leaderIds]);
    const members = new Set(before?.userIds);
    if (userIds.some((id) => !members.has(id))) {
      const found = await usersOf(call, userIds);
      demandActive('leaderIds', leaderIds, found, members);
      demandActive('userIds', userIds, found, members);
    }
    return { name: wanted.name, nameKey, userIds, leaderIds };
  };

  return {
    prepareForCreate: (call, { name = '', userIds, leaderIds }) => check(call, { name, userIds, leaderIds }),

    async prepareForUpdate(call, before, input, mask) {
      const name = mask.has('name') ? (input.name ?? '') : before.name;
      const userIds = mask.has('userIds') ? input.userIds : before.userIds;
      // Who is taken off the team leads it no more, unless the same call names them leader.
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
