import { AccountSettings, DEFAULT_STAGES } from '../settings';
import { MAX_COLLABORATORS, listPondUsers, resolveCollaborators, resolvePond, resolveTimeframe } from './person-shares';

const user = (id: number, status = 'Active') => ({ id, name: `User ${id}`, role: 'Agent', status });
const ponds = [
  { id: 1, name: 'Lake', userId: 9, userIds: [4, 3] },
  { id: 2, name: 'Empty', userIds: [] },
];
const members = [
  user(3),
  user(4, 'Disabled'),
  user(5, 'Invited'),
  ...Array.from({ length: 60 }, (_, at) => user(100 + at)),
];
const settings = new AccountSettings(DEFAULT_STAGES, members, [], false, { ponds });
const given = (...ids: number[]) => ids.map((id) => ({ id, name: '', assigned: false, role: '' }));

describe('collaborators', () => {
  it('are active users, each once, in the order of the request', () => {
    expect(resolveCollaborators(settings, given(101, 3, 101))).toEqual([101, 3]);
  });

  it.each([
    [4, 'USER_NOT_ACTIVE', 'User 4'],
    [5, 'USER_NOT_ACTIVE', 'User 5'],
    [99, 'UNKNOWN_REFERENCE', ': 99.'],
  ])('cannot be user %i unless stored already', (id, reason, text) => {
    expect(() => resolveCollaborators(settings, given(3, id))).toThrow(
      expect.objectContaining({ reason, message: expect.stringContaining(text) }),
    );
    expect(resolveCollaborators(settings, given(3, id), [id])).toEqual([3, id]);
  });

  it('have a limit that ignores duplicates', () => {
    const ids = Array.from({ length: MAX_COLLABORATORS + 1 }, (_, at) => 100 + at);
    expect(() => resolveCollaborators(settings, given(...ids))).toThrow(
      expect.objectContaining({ reason: 'INVALID_BODY' }),
    );
    expect(resolveCollaborators(settings, given(...ids.slice(1), 101))).toHaveLength(MAX_COLLABORATORS);
  });
});

it('a timeframe is one of five', () => {
  expect([undefined, 1, 5].map((id) => resolveTimeframe(id))).toEqual([undefined, 1, 5]);
  for (const id of [0, 6])
    expect(() => resolveTimeframe(id)).toThrow(expect.objectContaining({ reason: 'UNKNOWN_REFERENCE' }));
});

it('a pond must exist unless it is unchanged; its owner and members see the person', () => {
  expect([resolvePond(settings, 1), resolvePond(settings, undefined, 1), resolvePond(settings, 7, 7)]).toEqual([
    1,
    undefined,
    7,
  ]);
  expect(() => resolvePond(settings, 7, 1)).toThrow(expect.objectContaining({ reason: 'UNKNOWN_REFERENCE' }));
  expect(listPondUsers(settings, { assignedPondId: 1 })).toEqual([3, 4, 9]);
  for (const assignedPondId of [2, 7, undefined]) expect(listPondUsers(settings, { assignedPondId })).toBeUndefined();
});
