import {
  createFactMessage,
  createOriginals,
  createServiceRegistry,
  openBackend,
  openCopies,
  openCopy,
  publishChanges,
  type BackendDependencies,
  type ConsumerSettings,
  type FactContent,
  type Originals,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { FactData, FactDefinition } from '@porchlight/contracts';
import { createKeyedMutex } from '@porchlight/runtime';
import { createAccountLock, type AccountLock, type Migration } from '@porchlight/store';
import type { Config } from './config';
import { accountCopy, copyDefinitions } from './copies';

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a user', 'a lender', 'a group', 'an action plan'];

/** The consumer groups of this service. Handlers of a group run one after another. */
const CONSUMERS = {
  'people.copies': { topics: [formatTopic('auth'), formatTopic('marketing')] },
  // Lingers: most changes of people concern none of their records, and received leads may be recorded a little later.
  'people.cascade': { topics: [formatTopic('people')], lingerMs: 500, resumable: true },
  // The links of deals are few.
  'people.marketing': { topics: [formatTopic('marketing'), formatTopic('deals')] },
  // Small batches: a batch of the slowest look-ups ends within the time of a handler.
  'people.social': { topics: [formatTopic('people')], fromBeginning: false, maxBatch: 10 },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** Dependencies of the app; tests replace the originals of copies. */
export interface PeopleDependencies extends BackendDependencies<Config> {
  /** Default: the services that own the records. */
  readonly originals?: Originals;
}

/** Opens the store, the bus, the copies and the RPC server; nothing listens or consumes before `start`. */
export const openService = async (dependencies: PeopleDependencies, migrations: readonly Migration[]) => {
  const { clock, ids, logger, config } = dependencies;
  const addresses = { auth: config.AUTH_RPC_ADDRESS, marketing: config.MARKETING_RPC_ADDRESS };
  const owners = createOriginals('people', { config, addresses, logger, clock });
  const originals = dependencies.originals ?? owners;
  const { confirmFacts } = owners;
  const backend = await openBackend('people', dependencies, { migrations, confirmFacts });
  const { store, bus, rpc } = backend;
  const mutex = createKeyedMutex();
  const publishBatch = publishChanges('people', bus);
  const registry = createServiceRegistry(backend, CONSUMERS, logger);
  registry.onStop(() => owners.close());
  const copies = openCopies(copyDefinitions, { ...backend, clock, originals, kinds: COPIED_KINDS });
  registry.addHandler('people.copies', copies.handler);
  registry.addWorker(copies.repairs.name, copies.repairs.createWorker);
  const createLock = (name: string): AccountLock =>
    createAccountLock(name, (lease, ttlMs) => store.lease(lease, ttlMs), mutex);

  return {
    ...registry,
    config,
    store,
    rpc,
    clock,
    ids,
    logger,
    mutex,
    /** Copies of users, groups and action plans. */
    copies: copies.stores,
    /** Copies of the accounts that have chosen a country. */
    accounts: openCopy(accountCopy, { ...backend, clock, originals }),
    openJobs: backend.openJobs,
    /** Adds answers to services that ask whether facts are true. */
    answerFacts: backend.answerFacts,
    copyWaits: copies.waits,
    onCopiesChanged: copies.onChanged,
    /** Locked while settings with unique names or limited numbers are created or changed. */
    settingsLock: createLock('settings'),
    stageLock: createLock('stages'),
    /** Publishes a fact without storing it; throws while the bus is unavailable. */
    publishFact: <T extends FactData>(fact: FactDefinition<T>, content: FactContent<T>): Promise<void> =>
      publishBatch([createFactMessage(dependencies, fact, content)]),
    /** Ensures indexes, then starts the RPC server, the consumers and the workers. */
    start: () => registry.start(config.PEOPLE_RPC_ADDRESS),
  };
};

/** The shared parts of the service; features register their methods, consumers and workers here. */
export type Service = Awaited<ReturnType<typeof openService>>;
