import { CREDENTIAL_OPERATIONS, SCOPES } from '@porchlight/access';
import { OPERATIONS, outcome } from './permitted';

describe('an OAuth token', () => {
  it('given the full rights of the owner, then it calls everything but what grants access for longer', () => {
    for (const operation of OPERATIONS) {
      const expected = CREDENTIAL_OPERATIONS.has(operation.name) ? 'NOT_BY_TOKEN' : 'ok';
      expect([operation.name, outcome({ authenticatedBy: 'oauth', scopes: [] }, operation)]).toEqual([
        operation.name,
        expected,
      ]);
    }
  });

  it('then API keys with full rights and sessions call these operations, and keys with scopes do not', () => {
    for (const operation of OPERATIONS.filter(({ name }) => CREDENTIAL_OPERATIONS.has(name))) {
      for (const authenticatedBy of ['key', 'session'] as const)
        expect(outcome({ authenticatedBy, scopes: [] }, operation)).toBe('ok');
      for (const scopes of [[...SCOPES], ['write'], ['people']])
        expect(outcome({ authenticatedBy: 'key', scopes }, operation)).toBe('NOT_BY_TOKEN');
    }
  });

  it.each([
    ['a calendar feed, which outlives it', 'people.calendarFeed.create', 'POST'],
    ['the end of a user', 'auth.users.delete', 'DELETE'],
    ['the change of a system', 'auth.systems.update', 'PUT'],
    ['the end of a system', 'auth.systems.delete', 'DELETE'],
  ])('given %s, then it is refused', (_what, name, method) => {
    expect(outcome({ authenticatedBy: 'oauth', scopes: [] }, { name, method })).toBe('NOT_BY_TOKEN');
  });

  it('then each of these operations exists', () => {
    const names = new Set(OPERATIONS.map(({ name }) => name));
    expect([...CREDENTIAL_OPERATIONS].filter((name) => !names.has(name))).toEqual([]);
  });
});
