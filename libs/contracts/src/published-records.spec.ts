import { allResources, CONSUMER_CONTRACTS, findPublishedMessage, findRecordMessage, Team, teams, users } from './index';

it('given each resource, then the message of its records has the name of its noun', () => {
  expect(allResources.filter((resource) => !findRecordMessage(resource))).toEqual([]);
});

it('given a record, when it is encoded and decoded, then it is the same', () => {
  const team = { id: 3, version: 1, name: 'North', userIds: [1, 2], leaderIds: [1] };
  const bytes = findRecordMessage(teams)!.encode(team).finish();
  expect(findRecordMessage(teams)!.decode(bytes)).toEqual(team);
  expect(Team.decode(bytes)).toEqual(team);
});

it('given a resource in no contract, then its changes contain no record; given one in a contract, then they do', () => {
  expect(CONSUMER_CONTRACTS['deals']).toHaveProperty(['auth.users.created', 'record']);
  expect(findPublishedMessage(users)).toBeDefined();
  expect(findPublishedMessage({ ...users, resource: 'userSettings' })).toBeUndefined();
});
