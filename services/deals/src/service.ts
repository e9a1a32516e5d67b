import {
  createRecordSources,
  createReferenceWait,
  createServiceRegistry,
  openBackend,
  type BackendDependencies,
  type ConsumerSettings,
  type RecordSources,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { Migration } from '@porchlight/store';
import type { Config } from './config';
import { createNumbers, numberRowSchema } from './numbers';

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

/** Opens the store, the bus and the RPC server; nothing listens or consumes before `start`. */
export const openService = async (dependencies: DealsDependencies, migrations: readonly Migration[]) => {
  const { clock, config, logger } = dependencies;
  const backend = await openBackend('deals', dependencies, { migrations });
  const registry = createServiceRegistry(backend, CONSUMERS, logger);
  const references = createReferenceWait({ kinds: COPIED_KINDS });
  const ownSources = createRecordSources('deals', dependencies);
  registry.onStop(() => ownSources.close());

  return {
    ...registry,
    store: backend.store,
    rpc: backend.rpc,
    clock,
    references,
    /** Reads the originals of copies. */
    sources: dependencies.sources ?? ownSources,
    numbers: createNumbers(backend.store.collection('numbers', numberRowSchema)),
    /** Ensures indexes, then starts the RPC server and the consumers. */
    start() {
      // After the copies are updated, requests that wait for a record of another service continue.
      registry.addHandler('deals.copies', async (batch) => {
        for (const accountId of new Set(batch.map(({ key }) => Number(key)))) references.changed(accountId);
      });
      return registry.start(config.DEALS_RPC_ADDRESS);
    },
  };
};

/** The shared parts of the service; features register their methods and consumers here. */
export type Service = Awaited<ReturnType<typeof openService>>;
