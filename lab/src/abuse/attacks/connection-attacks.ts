import type { Attack } from '../attack';

const IMPORT_BYTES = 5_000_000;

/** Connections that are held open and do little or nothing. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: 'slow readers of large lists',
    short: true,
    next: (random) => ({
      method: 'GET',
      path: random.pick(['/v1/templates?limit=100', '/v1/people?limit=100&fields=allFields']),
      pace: 'slow-read',
    }),
  },
  {
    name: 'slow writers',
    next: (random) => ({
      method: 'POST',
      path: random.pick(['/v1/people/import', '/v1/batch', '/session', '/oauth/token']),
      as: random.pick(['attacker', 'stranger'] as const),
      headers: { 'content-type': 'application/json', 'content-length': String(IMPORT_BYTES) },
      pace: 'slow-write',
    }),
  },
  {
    name: 'many idle connections',
    short: true,
    next: () => ({ method: 'GET', path: '/', as: 'stranger', pace: 'idle' }),
  },
];
