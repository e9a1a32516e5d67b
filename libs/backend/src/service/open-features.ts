import type { RpcServer, ServiceDefinition, ServiceOptions } from '@porchlight/rpc';
import type { Migration } from '@porchlight/store';
import type { Backend } from '../open-backend';
import { serveReferences, type NamingRecords } from '../naming-records';
import type { ServiceRegistry } from '../service-registry';
import type { AnyFeature, Opened, Served, ServedMethods } from './define-feature';

/** Where the features of a service are registered. */
interface Registration<Group extends string> {
  readonly rpc: Pick<RpcServer, 'add'>;
  readonly registry: Pick<ServiceRegistry<Group>, 'addHandler' | 'addWorker' | 'onStop'>;
  readonly onAccounts: Backend['onAccounts'];
  /** Migrations of features are added here. */
  readonly migrations: Migration[];
}

/**
 * Opens the features in their order, then registers what each serves. Throws if a feature is opened before one that it
 * needs, or if two features serve a method.
 */
export const openFeatures = <Group extends string>(
  features: readonly AnyFeature[],
  parts: object,
  registration: Registration<Group>,
): void => {
  const { findOpened, findParts } = openAll(features, parts);
  const served = features.map(
    (feature): Served<Group> => feature.serve?.(findOpened(feature), findParts(feature) as never) ?? {},
  );
  for (const one of served) register(one, registration);
  addMethods(
    served.flatMap((one) => one.methods ?? []),
    registration.rpc,
  );
  const names: NamingRecords[] = served.flatMap((one) => one.names ?? []);
  if (names.length > 0) serveReferences(registration, names);
};

/** Opens the features in their order; throws if one is opened before a feature that it needs. */
export const openAll = (features: readonly AnyFeature[], parts: object) => {
  const opened = new Map<AnyFeature, unknown>();
  const findParts = (feature: AnyFeature): object => ({
    ...parts,
    ...Object.fromEntries(
      Object.entries(feature.needs).map(([name, needed]) => {
        if (!opened.has(needed)) throw new Error(`List the feature '${needed.name}' before '${feature.name}'.`);
        return [name, opened.get(needed)];
      }),
    ),
  });
  for (const feature of features) opened.set(feature, feature.open(findParts(feature) as never));
  return {
    findParts,
    /** What the feature opened. */
    findOpened: <F extends AnyFeature>(feature: F): Opened<F> => opened.get(feature) as Opened<F>,
  };
};

const register = <Group extends string>(
  { on, onAccounts, jobs = [], workers = {}, migrations = [], stop }: Served<Group>,
  registration: Registration<Group>,
): void => {
  const { registry } = registration;
  for (const group of Object.keys(on ?? {}) as Group[]) {
    const added = on?.[group];
    if (typeof added === 'function') registry.addHandler(group, added);
    else if (added) registry.addHandler(group, added.handler, added.types);
  }
  if (typeof onAccounts === 'function') registration.onAccounts(onAccounts);
  else if (onAccounts) registration.onAccounts(onAccounts.handler, [...onAccounts.types]);
  for (const { name, createWorker } of jobs) registry.addWorker(name, createWorker);
  for (const [name, createWorker] of Object.entries(workers)) registry.addWorker(name, createWorker);
  registration.migrations.push(...migrations);
  if (stop) registry.onStop(stop);
};

/** Adds the methods of each RPC service at once; RPC refuses one without a handler. */
const addMethods = (served: readonly ServedMethods[], rpc: Pick<RpcServer, 'add'>): void => {
  const services = new Map<ServiceDefinition, { handlers: Record<string, unknown>; options: ServiceOptions }>();
  for (const { definition, handlers, options } of served) {
    const service = services.get(definition) ?? { handlers: {}, options: {} };
    for (const method of Object.keys(handlers))
      if (method in service.handlers) throw new Error(`Two features serve ${definition.fullName}/${method}.`);
    services.set(definition, {
      handlers: { ...service.handlers, ...handlers },
      options: { ...service.options, ...options },
    });
  }
  for (const [definition, { handlers, options }] of services) rpc.add(definition, handlers as never, options);
};
