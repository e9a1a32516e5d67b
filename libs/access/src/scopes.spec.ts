import fc from 'fast-check';
import { mayNotGrantAccess, missingScopes, narrowScopes, orderScopes, parseScopes, SCOPES, type Scope } from './scopes';

const anyScopes = fc.subarray([...SCOPES]);
const anyOperation = fc
  .constantFrom('people', 'deals', 'marketing', 'notifier', 'auth', 'gateway')
  .map((service) => `${service}.x.y`);
const anyMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE');
const allows = (scopes: readonly Scope[], operation: string, method: string): boolean =>
  missingScopes(scopes, operation, method) === undefined;

describe('scopes', () => {
  it('are parsed in one order; given an unknown scope, then undefined is returned', () => {
    expect(parseScopes('people  read')).toEqual(['read', 'people']);
    expect(parseScopes('')).toEqual([]);
    expect(parseScopes('read admin')).toBeUndefined();
    expect(orderScopes(['people', 'read', 'people'])).toEqual(['read', 'people']);
  });

  it('given none, then everything is allowed', () => {
    fc.assert(fc.property(anyOperation, anyMethod, (operation, method) => allows([], operation, method)));
  });

  it('given write, then reading is allowed too', () => {
    fc.assert(fc.property(anyOperation, anyMethod, (operation, method) => allows(['write'], operation, method)));
  });

  it('given a refusal, then the needed scopes alone allow the operation', () => {
    fc.assert(
      fc.property(anyScopes, anyOperation, anyMethod, (scopes, operation, method) => {
        const missing = missingScopes(scopes, operation, method);
        if (missing) expect(allows(Object.values(missing) as Scope[], operation, method)).toBe(true);
      }),
    );
  });

  it('given a service scope, then users and keys of the account are read and not written', () => {
    expect(allows(['people'], 'auth.users.me', 'GET')).toBe(true);
    expect(missingScopes(['write', 'people'], 'auth.users.delete', 'DELETE')).toEqual({ verb: 'write' });
  });

  it('given read, then batches and merged templates are allowed although they are sent by POST', () => {
    expect(allows(['read'], 'gateway.batch.send', 'POST')).toBe(true);
    expect(allows(['read', 'people'], 'gateway.batch.send', 'POST')).toBe(true);
    expect(allows(['read'], 'marketing.templates.merge', 'POST')).toBe(true);
    expect(allows(['read'], 'marketing.templates.create', 'POST')).toBe(false);
  });
});

describe('narrowed scopes', () => {
  it('given any grant and request, then nothing is allowed that the grant does not allow', () => {
    fc.assert(
      fc.property(anyScopes, anyScopes, anyOperation, anyMethod, (granted, asked, operation, method) => {
        const scopes = narrowScopes(granted, asked);
        if (scopes && allows(scopes, operation, method)) expect(allows(granted, operation, method)).toBe(true);
      }),
    );
  });

  it.each<[string, string, string | undefined]>([
    ['', 'read', 'read'],
    ['read people', '', 'read people'],
    ['read people', 'people', 'read people'],
    ['write people deals', 'read deals', 'read deals'],
    ['people', 'read', 'read people'],
    ['read', 'write', undefined],
    ['people', 'deals', undefined],
  ])('given the grant "%s" and the request "%s", then they are %s', (granted, asked, expected) => {
    const narrowed = narrowScopes(parseScopes(granted)!, parseScopes(asked)!);
    expect(narrowed?.join(' ')).toBe(expected);
  });
});

describe('an OAuth token or a limited key', () => {
  it('may not call operations that grant access', () => {
    const grants = 'auth.apiKeys.create';
    expect(mayNotGrantAccess({ authenticatedBy: 'oauth' }, grants)).toBe(true);
    expect(mayNotGrantAccess({ authenticatedBy: 'key', scopes: ['people'] }, grants)).toBe(true);
    expect(mayNotGrantAccess({ authenticatedBy: 'key', scopes: [] }, grants)).toBe(false);
    expect(mayNotGrantAccess({ authenticatedBy: 'session' }, grants)).toBe(false);
    expect(mayNotGrantAccess({ authenticatedBy: 'oauth' }, 'people.people.create')).toBe(false);
  });
});
