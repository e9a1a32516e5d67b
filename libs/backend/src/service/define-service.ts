import type { FactData, FactDefinition } from '@porchlight/contracts';
import type { ConfigSchema } from '@porchlight/runtime';
import type { Migration } from '@porchlight/store';
import type * as z from 'zod';
import {
  createOriginals,
  type AccountSource,
  type OriginalAddresses,
  type Originals,
  type ServiceConnections,
} from '../copies';
import { createFactMessage, type FactContent } from '../fact-message';
import {
  openBackend,
  type Backend,
  type BackendApp,
  type BackendConfig,
  type BackendDependencies,
} from '../open-backend';
import { publishChanges } from '../publish-changes';
import { runBackend } from '../run-backend';
import { createServiceRegistry, type ConsumerSettings } from '../service-registry';
import type { FeatureOf } from './define-feature';
import { openFeatures } from './open-features';

/** Dependencies that tests replace. */
export interface Replacements {
  /** Default: the services that own the records. */
  readonly originals?: Originals;
  /** Default: read from auth. */
  readonly loadAccount?: AccountSource['account'];
}

/** Parts of a service that each of its features may use. */
export interface ServiceParts<C>
  extends
    Omit<BackendDependencies<C>, 'bus' | 'confirmFacts' | 'database' | 'openStore'>,
    Pick<Backend, 'store' | 'bus' | 'rpc' | 'openJobs' | 'answerFacts' | 'beforeForgetting'> {
  /** Records of other services, read from their owners. */
  readonly originals: Originals;
  /** Reads an account with its settings. */
  readonly loadAccount: AccountSource['account'];
  /** Calls methods of other services, as the contract of this service lists them. */
  readonly connect: ServiceConnections['connect'];
  /** Publishes changes without storing them; throws while the bus is unavailable. */
  readonly publish: ReturnType<typeof publishChanges>;
  /** Publishes a fact without storing it; throws while the bus is unavailable. */
  readonly publishFact: <T extends FactData>(fact: FactDefinition<T>, content: FactContent<T>) => Promise<void>;
}

/** A service, as its `main.ts` declares it. */
export interface ServiceDeclaration<Schema extends ConfigSchema, Group extends string, S> {
  readonly config: Schema;
  /** The address that its RPC server listens on. */
  readonly address: (config: z.output<Schema>) => string;
  /** Services whose records it copies or whose facts it consumes. */
  readonly owners?: (config: z.output<Schema>) => OriginalAddresses;
  /**
   * Settings of its consumer groups, which may depend on the configuration. Handlers of a group run one after another.
   */
  readonly consumers:
    | Readonly<Record<Group, ConsumerSettings>>
    | ((config: z.output<Schema>) => Readonly<Record<Group, ConsumerSettings>>);
  /** In the order in which they run. */
  readonly migrations?: readonly Migration[];
  /** In the order in which they are opened; a feature comes after those that it needs. */
  readonly features: readonly FeatureOf<S, Group>[];
}

/** What starts a service whose features use the parts `S`: its dependencies, and those that a test replaces. */
export type ServiceDependencies<C, S> = BackendDependencies<C> & Replacements & Omit<S, keyof ServiceParts<C>>;

/** A service that runs as a process or within a test. */
export interface Service<C, S> {
  /** Opens its features, then starts the RPC server, the consumers and the workers. */
  start(dependencies: ServiceDependencies<C, S>): Promise<BackendApp>;
  /** Runs it as the main of its process: configuration by environment, health port, graceful stop. */
  run(): Promise<void>;
}

/** Declares a service: `run` is its process, `start` runs it in a test. */
export const defineService = <Schema extends ConfigSchema, Group extends string, S>(
  name: string,
  declaration: ServiceDeclaration<Schema, Group, S>,
): Service<z.output<Schema>, S> => {
  const start = (dependencies: BackendDependencies<z.output<Schema>> & Replacements) =>
    startService(name, declaration, dependencies);
  return { start, run: () => runBackend(name, declaration.config, start) };
};

/** Longest time to close what a start that failed opened, ms. */
const FAILED_START_STOP_MS = 5_000;

const startService = async <Schema extends ConfigSchema, Group extends string, S>(
  name: string,
  { address, owners, consumers, migrations = [], features }: ServiceDeclaration<Schema, Group, S>,
  dependencies: BackendDependencies<z.output<Schema>> & Replacements,
): Promise<BackendApp> => {
  const { config, logger, clock } = dependencies;
  const source = owners && createOriginals(name, { config: config as never, addresses: owners(config), logger, clock });
  const allMigrations = [...migrations];
  const backend = await openBackend(name, dependencies as BackendDependencies<BackendConfig>, {
    migrations: allMigrations,
    ...(source && { confirmFacts: source.confirmFacts }),
  });
  const settings = typeof consumers === 'function' ? consumers(config) : consumers;
  const registry = createServiceRegistry(backend, settings, logger);
  if (source) registry.onStop(() => source.close());
  const publish = publishChanges(name, backend.bus);
  const parts: ServiceParts<z.output<Schema>> = {
    ...dependencies,
    ...backend,
    originals: dependencies.originals ?? source ?? NO_ORIGINALS,
    loadAccount: dependencies.loadAccount ?? source?.account ?? noAddress,
    connect: source?.connect ?? refuseConnection,
    publish,
    publishFact: (fact, content) => publish([createFactMessage(dependencies, fact, content)]),
  };
  try {
    openFeatures(features, parts, {
      rpc: backend.rpc,
      registry,
      onAccounts: backend.onAccounts,
      migrations: allMigrations,
    });
    return await registry.start(address(config));
  } catch (error) {
    // In a test, open connections would keep the process from ending.
    await registry.stop(AbortSignal.timeout(FAILED_START_STOP_MS));
    throw error;
  }
};

const noAddress = (): Promise<never> => Promise.reject(new Error('The service has no addresses of other services.'));
const refuseConnection = (): never => {
  throw new Error('The service has no addresses of other services.');
};
const NO_ORIGINALS: Originals = { page: noAddress, byIds: noAddress, close: async () => undefined };
