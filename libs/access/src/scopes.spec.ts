import fc from 'fast-check';
import { mayNotGrantAccess, missingScope, parseScopes, SCOPES } from './scopes';

describe('scopes', () => {
  it('are parsed in one order and refused when one is unknown', () => {
    expect(parseScopes('people  read')).toEqual(['read', 'people']);
    expect(parseScopes('')).toEqual([]);
    expect(parseScopes('read admin')).toBeUndefined();
  });

  it('given none, then everything is allowed', () => {
    for (const verb of ['read', 'write'] as const) expect(missingScope([], 'people.people.create', verb)).toBeUndefined();
  });

  it('given any set of scopes, then access is verbs x services', () => {
    const services = ['people', 'deals', 'marketing', 'notifier', 'auth', 'gateway'];
    fc.assert(
      fc.property(fc.subarray([...SCOPES]), fc.constantFrom(...services), fc.constantFrom('read' as const, 'write' as const), (scopes, service, verb) => {
        const verbs = scopes.filter((one) => one === 'read' || one === 'write');
        const wanted = service === 'notifier' ? 'webhooks' : service;
        const named = scopes.filter((one) => one !== 'read' && one !== 'write');
        const ownAccount = service === 'auth' || service === 'gateway';
        const verbAllowed = verbs.length === 0 || verbs.includes(verb);
        const serviceAllowed = ownAccount || named.length === 0 || (named as string[]).includes(wanted);
        expect(missingScope(scopes, `${service}.x.y`, verb) === undefined).toBe(verbAllowed && serviceAllowed);
      }),
    );
  });

  it('given an OAuth token or a limited key, then operations that grant access are closed', () => {
    const grants = 'auth.apiKeys.create';
    expect(mayNotGrantAccess({ authenticatedBy: 'oauth' }, grants)).toBe(true);
    expect(mayNotGrantAccess({ authenticatedBy: 'key', scopes: ['people'] }, grants)).toBe(true);
    expect(mayNotGrantAccess({ authenticatedBy: 'key', scopes: [] }, grants)).toBe(false);
    expect(mayNotGrantAccess({ authenticatedBy: 'session' }, grants)).toBe(false);
    expect(mayNotGrantAccess({ authenticatedBy: 'oauth' }, 'people.people.create')).toBe(false);
  });
});
