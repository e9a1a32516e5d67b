import { CREDENTIAL_OPERATIONS, READING_OPERATIONS, SCOPES } from '@porchlight/access';
import { OPERATIONS, outcome, type Operation } from './permitted';

const SERVICES: Readonly<Record<string, string>> = {
  people: 'people',
  deals: 'deals',
  marketing: 'marketing',
  notifier: 'webhooks',
};

/** All 64 sets of scopes. */
const SCOPE_SETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_scope, nth) => bits & (2 ** nth)),
);

/** The rule of docs/oauth-scopes.md. */
const isAllowed = (scopes: readonly string[], { name, method }: Operation): boolean => {
  const reads = method === 'GET' || /^marketing\.\w+\.merge$/.test(name);
  const hasVerb = scopes.includes('read') || scopes.includes('write');
  if (hasVerb && !scopes.includes('write') && !reads) return false;
  const services = scopes.filter((scope) => scope !== 'read' && scope !== 'write');
  const service = SERVICES[name.split('.')[0]!];
  return services.length === 0 || (service === undefined ? reads : services.includes(service));
};

describe('scopes', () => {
  it('given any set of scopes, then each operation of the API is allowed as documented', () => {
    for (const scopes of SCOPE_SETS)
      for (const operation of OPERATIONS) {
        const closed = scopes.length > 0 && CREDENTIAL_OPERATIONS.has(operation.name);
        const expected = closed ? 'NOT_BY_TOKEN' : isAllowed(scopes, operation) ? 'ok' : 'INSUFFICIENT_SCOPE';
        const result = outcome({ authenticatedBy: 'key', scopes }, operation);
        if (result !== expected)
          throw new Error(`${operation.name} with '${scopes.join(' ')}': ${result}, not ${expected}.`);
      }
  });

  it('then every operation that reads by POST exists', () => {
    const names = new Set(OPERATIONS.map(({ name }) => name)).add('gateway.batch.send');
    expect([...READING_OPERATIONS].filter((name) => !names.has(name))).toEqual([]);
  });

  it('given the API, then every operation belongs to a service scope or to the account', () => {
    const services = new Set(OPERATIONS.map(({ name }) => name.split('.')[0]!));
    expect([...services].filter((name) => SERVICES[name] === undefined)).toEqual(['auth']);
  });
});
