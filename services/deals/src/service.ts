import {
  createRecordSources,
  createReferenceWait,
  createServiceRegistry,
  openBackend,
  type BackendApp,
  type BackendDependencies,
  type ConsumerSettings,
  type RecordSources,
  type ReferenceWait,
  type ServiceRegistry,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import { createRpcTls, type RpcServer } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import type { Migration, Store } from '@porchlight/store';
import type { Config } from './config';
import { createNumbers, numberRowSchema, type Numbers } from './numbers';

/** Dependencies of the app; tests replace the sources of copies. */
export interface DealsDependencies extends BackendDependencies<Config> {
  /** Default: the services that own the records. */
  readonly sources?: RecordSources;
}

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a person', 'a user'];

/** The consumer group of this service. Its handlers run one after another. */
const CONSUMERS = {
  // Lingers: larger batches need fewer writes. Copies are updated within 2 s.
  'deals.copies': { topics: [formatTopic('auth'), formatTopic('people')], lingerMs: 200, resumable: true },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** The shared parts of the service; features register their methods and consumers here. */
export interface Service extends Omit<ServiceRegistry<keyof typeof CONSUMERS>, 'start'> {
  readonly store: Store;
  readonly rpc: RpcServer;
  readonly clock: Clock;
  readonly references: ReferenceWait;
  /** Reads the originals of copies. */
  readonly sources: RecordSources;
  readonly numbers: Numbers;
  /** Ensures indexes, then starts the RPC server and the consumers. */
  start(): Promise<BackendApp>;
}

/** Opens the store, the bus and the RPC server; nothing listens or consumes before `start`. */
export const openService = async (dependencies: DealsDependencies, migrations: readonly Migration[]) => {
  const { clock, config, logger } = dependencies;
  const backend = await openBackend('deals', dependencies, { migrations });
  const registry = createServiceRegistry(backend, CONSUMERS, logger);
  const references = createReferenceWait({ kinds: COPIED_KINDS });
  const ownSources = createRecordSources({
    service: 'deals',
    peopleAddress: config.PEOPLE_RPC_ADDRESS,
    authAddress: config.AUTH_RPC_ADDRESS,
    tls: createRpcTls(config, logger),
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    logger,
    clock,
  });
  registry.onStop(() => ownSources.close());

  return {
    ...registry,
    store: backend.store,
    rpc: backend.rpc,
    clock,
    references,
    sources: dependencies.sources ?? ownSources,
    numbers: createNumbers(backend.store.collection('numbers', numberRowSchema)),
    start() {
      // After the copies are updated, requests that wait for a record of another service continue.
      registry.addHandler('deals.copies', async (batch) => {
        for (const accountId of new Set(batch.map(({ key }) => Number(key)))) references.changed(accountId);
      });
      return registry.start(config.DEALS_RPC_ADDRESS);
    },
  };
};
