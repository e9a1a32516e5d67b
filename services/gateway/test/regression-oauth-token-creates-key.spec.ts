import { CREDENTIAL_OPERATIONS, SCOPES, type Caller } from '@porchlight/access';
import { allActions, allResources } from '@porchlight/contracts';
import { permit } from '@porchlight/edge';
import { isRefusal } from '@porchlight/errors';
import { operationOf } from '@porchlight/resource';
import type { Request, Response } from 'express';

const METHODS = { list: 'GET', get: 'GET', create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/** Every operation of the API with its method. */
const OPERATIONS = [
  ...allResources.flatMap((one) =>
    one.verbs.map((verb) => ({ name: operationOf(one, verb), method: METHODS[verb] as string })),
  ),
  ...allActions.map(({ service, resource, name, method }) => ({
    name: `${service}.${resource}.${name}`,
    method: method as string,
  })),
];

/** The reason that permit refuses an owner for; ok when it does not. */
const outcome = (credentials: Partial<Caller>, { name, method }: { name: string; method: string }): string => {
  const actor: Caller = { accountId: 1, userId: 1, role: 'Owner', ...credentials };
  try {
    permit(name, ['Owner'])({ method, edge: { actor } } as unknown as Request, {} as Response, () => undefined);
    return 'ok';
  } catch (error) {
    return isRefusal(error) ? error.reason : 'fault';
  }
};

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
      expect(outcome({ authenticatedBy: 'key', scopes: [...SCOPES] }, operation)).toBe('NOT_BY_TOKEN');
    }
  });

  it('then each of these operations exists', () => {
    const names = new Set(OPERATIONS.map(({ name }) => name));
    expect([...CREDENTIAL_OPERATIONS].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('scopes', () => {
  it('given one service scope, then no operation of another service is allowed', () => {
    for (const scope of ['people', 'deals', 'marketing', 'webhooks'])
      for (const operation of OPERATIONS) {
        const service = operation.name.split('.')[0]!;
        const own = service === 'notifier' ? 'webhooks' : service;
        const result = outcome({ authenticatedBy: 'oauth', scopes: [scope] }, operation);
        if (own === 'auth' || own === 'gateway') continue;
        expect([operation.name, scope, result === 'SCOPE_MISSING']).toEqual([operation.name, scope, own !== scope]);
      }
  });

  it('given read alone, then no operation that writes is allowed', () => {
    for (const operation of OPERATIONS.filter(({ method }) => method !== 'GET'))
      expect(outcome({ authenticatedBy: 'key', scopes: ['read'] }, operation)).toBe('SCOPE_MISSING');
  });
});
