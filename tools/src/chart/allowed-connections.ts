import { CONSUMER_CONTRACTS, DESTROYING_TYPES, SERVICES, SERVICE_CALLS, type ServiceName } from '@porchlight/contracts';

/** A pod that another may connect to, and the name of its port. */
export type Destination =
  `${ServiceName}:rpc` | 'gateway:https' | `${ServiceName}:operations` | `database of ${ServiceName}` | 'kafka';

/** All destinations within the cluster. */
export const DESTINATIONS: readonly Destination[] = [
  ...SERVICES.map((name): Destination => (name === 'gateway' ? 'gateway:https' : `${name}:rpc`)),
  ...SERVICES.map((name): Destination => `${name}:operations`),
  ...SERVICES.filter((name) => name !== 'gateway').map((name): Destination => `database of ${name}`),
  'kafka',
];

/**
 * Destinations to which a service connects: the services of its RPC methods and of the facts that it must confirm
 * (libs/contracts/consumers), its database and Kafka. The gateway calls all services and stores nothing.
 */
export function listAllowedDestinations(service: ServiceName): Destination[] {
  if (service === 'gateway')
    return SERVICES.filter((name) => name !== 'gateway').map((name): Destination => `${name}:rpc`);
  // A path is /porchlight.<service>.v1.<Service>/<method>.
  const owners = Object.keys(CONSUMER_CONTRACTS[service] ?? {}).filter((type) => DESTROYING_TYPES.has(type));
  const called = new Set([
    ...(SERVICE_CALLS[service] ?? []).map((path) => path.split('.')[1]),
    ...owners.map((type) => type.split('.')[0]),
  ]);
  return [
    ...SERVICES.filter((name) => called.has(name)).map((name): Destination => `${name}:rpc`),
    `database of ${service}`,
    'kafka',
  ];
}
