import {
  createOriginals,
  createServiceRegistry,
  openBackend,
  openCopies,
  type BackendDependencies,
  type ConsumerSettings,
  type Originals,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { Migration } from '@porchlight/store';
import type { Config } from './config';
import { copyDefinitions } from './copies';
import { createNumbers, numberRowSchema } from './numbers';

/** Dependencies of the app; tests replace the originals of copies. */
export interface DealsDependencies extends BackendDependencies<Config> {
  /** Default: the services that own the records. */
  readonly originals?: Originals;
}

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a person', 'a user'];

/** The consumer group of this service. Its handlers run one after another. */
const CONSUMERS = {
  // Lingers: larger batches need fewer writes. Copies are updated within 2 s.
  'deals.copies': { topics: [formatTopic('auth'), formatTopic('people')], lingerMs: 200, resumable: true },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** Opens the store, the bus, the copies and the RPC server; nothing listens or consumes before `start`. */
export const openService = async (dependencies: DealsDependencies, migrations: readonly Migration[]) => {
  const { clock, config, logger } = dependencies;
  const addresses = { people: config.PEOPLE_RPC_ADDRESS, auth: config.AUTH_RPC_ADDRESS };
  const owners = createOriginals('deals', { config, addresses, logger, clock });
  const originals = dependencies.originals ?? owners;
  const { confirmFacts } = owners;
  const backend = await openBackend('deals', dependencies, { migrations, confirmFacts });
  const registry = createServiceRegistry(backend, CONSUMERS, logger);
  registry.onStop(() => owners.close());
  const copies = openCopies(copyDefinitions, { ...backend, clock, originals, kinds: COPIED_KINDS });
  registry.addHandler('deals.copies', copies.handler);
  registry.addWorker('copyRepairs', () => copies.createRepairWorker());

  return {
    ...registry,
    store: backend.store,
    rpc: backend.rpc,
    clock,
    /** Copies of people and users. */
    copies: copies.stores,
    copyWaits: copies.waits,
    numbers: createNumbers(backend.store.collection('numbers', numberRowSchema)),
    /** Ensures indexes, then starts the RPC server and the consumers. */
    start: () => registry.start(config.DEALS_RPC_ADDRESS),
  };
};

/** The shared parts of the service; features register their methods and consumers here. */
export type Service = Awaited<ReturnType<typeof openService>>;
