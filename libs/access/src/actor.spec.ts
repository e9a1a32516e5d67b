import { ROLES, isActor, mayPerform, type Actor } from './actor';
import { canSeeViewers, seesWholeAccount } from './visibility';

const agent: Actor = { accountId: 1, userId: 3, role: 'Agent' };

describe('mayPerform', () => {
  it.each(ROLES)('given the role %s, then only operations that list it are allowed', (role) => {
    expect(mayPerform(role, ROLES)).toBe(true);
    expect(mayPerform(role, [role])).toBe(true);
    expect(
      mayPerform(
        role,
        ROLES.filter((other) => other !== role),
      ),
    ).toBe(false);
    expect(mayPerform(role, [])).toBe(false);
  });
});

describe('isActor', () => {
  it.each<[string, unknown]>([
    ['a user', agent],
    ['all fields', { ...agent, system: 'Site', systemId: 4, keyId: 9, userName: 'Ann', grantId: 'g1' }],
    ['the highest ids', { accountId: 2_147_483_647, userId: 2_147_483_647, role: 'Owner' }],
    ['an operator of no account', { accountId: 0, userId: 0, role: 'Operator' }],
  ])('accepts %s', (_, value) => expect(isActor(value)).toBe(true));

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'Owner'],
    ['no account', { userId: 1, role: 'Owner' }],
    ['account 0 of a user', { ...agent, accountId: 0 }],
    ['user 0 of a user', { ...agent, userId: 0 }],
    ['an id as text', { ...agent, accountId: '1' }],
    ['an id that is no int32', { ...agent, userId: 2_147_483_648 }],
    ['half an id', { ...agent, userId: 1.5 }],
    ['an unknown role', { ...agent, role: 'Admin' }],
    ['an inherited name as role', { ...agent, role: 'constructor' }],
    ['a system that is no text', { ...agent, system: 1 }],
    ['a grant that is no text', { ...agent, grantId: 7 }],
    ['a system id of 0', { ...agent, system: 'Site', systemId: 0 }],
    ['an endless name', { ...agent, userName: 'x'.repeat(256) }],
    ['a wrong key id', { ...agent, keyId: -1 }],
  ])('refuses %s', (_, value) => expect(isActor(value)).toBe(false));
});

describe('canSeeViewers', () => {
  it.each<[Actor['role'], number[], boolean]>([
    ['Owner', [], true],
    ['Broker', [], true],
    ['Broker', [4], true],
    ['Agent', [], false],
    ['Agent', [4, 5], false],
    ['Agent', [4, 3], true],
    ['Lender', [4], false],
    ['Lender', [3], true],
  ])('%s (user 3) and viewers %j: %s', (role, viewers, expected) => {
    expect(canSeeViewers({ role, userId: 3 }, viewers)).toBe(expected);
  });

  it('agrees with seesWholeAccount about roles that need a filter', () => {
    for (const role of ROLES) expect(canSeeViewers({ role, userId: 3 }, [])).toBe(seesWholeAccount({ role }));
  });
});
