import type { Role } from '@porchlight/access';
import { formatRpcMethod, type ServiceDefinition } from '@porchlight/resource';
import { allActions, allResources } from './registry';

const roles = new Map<string, Set<Role>>();

const allow = ({ fullName, methods }: ServiceDefinition, method: string, allowed: readonly Role[]): void => {
  const name = methods[method]?.name;
  if (name === undefined) return;
  const path = `/${fullName}/${name}`;
  roles.set(path, new Set([...(roles.get(path) ?? []), ...allowed]));
};

for (const descriptor of allResources)
  for (const verb of descriptor.verbs)
    allow(descriptor.definition, formatRpcMethod(descriptor, verb), descriptor.roles[verb] ?? []);
for (const action of allActions) allow(action.definition, action.rpc, action.roles);

/**
 * Roles of verbs and actions by the path of the RPC method, for example `/porchlight.people.v1.PondService/CreatePond`.
 * A service rejects all other roles before the handler runs.
 */
export const METHOD_ROLES: ReadonlyMap<string, readonly Role[]> = new Map(
  [...roles].map(([path, allowed]) => [path, [...allowed]]),
);
