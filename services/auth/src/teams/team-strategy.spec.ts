import type { Team } from '@porchlight/contracts';
import { systemCall } from '@porchlight/store';
import { createTeamStrategy, MAX_TEAMS } from './team-strategy';

const create = async (count: number) => {
  const rules = { loadUsers: async () => new Map(), findByNameKey: async () => [], countExisting: async () => count };
  const team: Partial<Team> = { name: 'North', userIds: [], leaderIds: [] };
  const call = systemCall(1, new AbortController().signal);
  const write = { before: undefined, input: team as Team, mask: new Set(['name']), options: {} };
  return createTeamStrategy(rules).prepare!(call, write, () => Promise.reject(new Error('unused')));
};

it('given the maximum number of teams, when one more is created, then the error states the limit', async () => {
  await expect(create(MAX_TEAMS)).rejects.toMatchObject({
    reason: 'LIMIT_REACHED',
    message: 'An account has at most 500 teams. Delete one first.',
  });
  expect(await create(MAX_TEAMS - 1)).toMatchObject({ name: 'North' });
});
