import { AccountSettings } from './account-settings';
import { DEFAULT_STAGES, TRASH_ID } from './default-stages';
import { ASSIGNED_USER, resolveReference, STAGE } from './resolve-reference';

const members = [
  { id: 1, name: 'Olga Owner', role: 'Owner', status: 'Active' },
  { id: 3, name: 'Sam Lee', role: 'Agent', status: 'Disabled' },
  { id: 4, name: 'Sam  Lee', role: 'Agent', status: 'Active' },
  { id: 5, name: 'Ivy Hart', role: 'Agent', status: 'Invited' },
  { id: 6, name: 'Dan Disabled', role: 'Agent', status: 'Disabled' },
];
const settings = new AccountSettings(DEFAULT_STAGES, members);

describe('an account', () => {
  it('starts people in Lead regardless of weights, or in the chosen stage', () => {
    expect(settings.defaultStage.name).toBe('Lead');
    const turned = DEFAULT_STAGES.map((s) => ({
      ...s,
      orderWeight: s.id === TRASH_ID ? 0 : s.id === 3 ? 1 : s.orderWeight,
    }));
    expect(new AccountSettings(turned, []).defaultStage.id).toBe(1);
    const chosen = turned.map((stage) => (stage.id === 3 ? { ...stage, isDefault: true as const } : stage));
    expect(new AccountSettings(chosen, []).defaultStage.id).toBe(3);
  });

  it('finds stages and users by name case-insensitively, active users first', () => {
    expect(settings.stageNamed('  hot  prospect')?.id).toBe(3);
    expect(settings.membersNamed('sam lee').map(({ id }) => id)).toEqual([4, 3]);
  });

  it('shows people of a deleted stage in the target stage, over several moves', () => {
    const left = DEFAULT_STAGES.filter(({ id }) => id !== 2 && id !== 3);
    const moving = new AccountSettings(
      left,
      [],
      [
        { stageId: 2, targetId: 3 },
        { stageId: 3, targetId: 4 },
      ],
    );
    expect(moving.stageShown(2).id).toBe(4);
    expect(moving.stageIdsShownAs(4)).toEqual([4, 2, 3]);
    expect(moving.stageShown(77).id).toBe(1);
  });

  it('handles cyclic moves', () => {
    const left = DEFAULT_STAGES.filter(({ id }) => id !== 2 && id !== 3);
    const moving = new AccountSettings(
      left,
      [],
      [
        { stageId: 2, targetId: 3 },
        { stageId: 3, targetId: 2 },
      ],
    );
    expect(moving.stageShown(2).id).toBe(1);
  });
});

describe('a reference by name or id', () => {
  const read = (given: { name?: string; id?: number }, current?: number, names = Object.keys(given)) =>
    resolveReference(
      ASSIGNED_USER,
      settings,
      { ...given, mask: new Set(names.map((n) => (n === 'name' ? 'assignedTo' : 'assignedUserId'))) },
      current,
    );

  it('sets by name or id', () => {
    expect(read({ name: 'Olga Owner' })).toBe(1);
    expect(read({ id: 5 })).toBe(5);
    expect(read({ name: 'Sam Lee', id: 4 })).toBe(4);
  });
  it('clears with null or empty text', () => {
    expect(read({}, 1, ['name'])).toBeNull();
    expect(read({}, 1, ['id'])).toBeNull();
    expect(read({ name: '' }, 1)).toBeNull();
  });
  it('ignores values that are sent back unchanged', () => {
    expect(read({ name: 'Olga Owner', id: 4 }, 1)).toBe(4);
    expect(read({ name: 'Sam Lee', id: 1 }, 1)).toBe(4);
    expect(read({ name: 'Olga Owner', id: 1 }, 1)).toBeUndefined();
    expect(read({ name: 'Olga Owner' }, 1, ['name', 'id'])).toBeNull();
  });
  it('is refused if unknown or contradictory', () => {
    expect(() => read({ name: 'Nobody' })).toThrow(expect.objectContaining({ reason: 'UNKNOWN_REFERENCE' }));
    expect(() => read({ id: 9 })).toThrow(expect.objectContaining({ reason: 'UNKNOWN_REFERENCE' }));
    expect(() => read({ name: 'Sam Lee', id: 1 })).toThrow(expect.objectContaining({ reason: 'INVALID_BODY' }));
  });
  it.each([
    ['by id', { id: 3 }],
    ['by name and id', { name: 'Sam Lee', id: 3 }],
    ['by a name that no other user has', { name: 'Dan Disabled' }],
  ])('D13.3 given %s, a disabled user gets nothing new', (_how, given) => {
    expect(() => read(given)).toThrow(expect.objectContaining({ reason: 'USER_NOT_ACTIVE' }));
  });
  it('D13.3 given a user who is disabled since, the same value is not new', () =>
    expect(read({ name: 'Sam Lee', id: 3 }, 3)).toBeUndefined());
  it('retains a user without a copy', () => expect(read({ id: 99 }, 99)).toBeUndefined());
  it('works for stages', () =>
    expect(resolveReference(STAGE, settings, { name: 'closed', mask: new Set(['stage']) }, 1)).toBe(7));
});
