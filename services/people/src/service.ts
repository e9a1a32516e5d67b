import {
  createFactMessage,
  createReferenceWait,
  createServiceRegistry,
  openBackend,
  publishChanges,
  type BackendDependencies,
  type ConsumerSettings,
  type FactContent,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { FactData, FactDefinition } from '@porchlight/contracts';
import { createKeyedMutex } from '@porchlight/runtime';
import { createAccountLock, type AccountLock, type Migration } from '@porchlight/store';
import type { Config } from './config';

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a user', 'a lender', 'a group', 'an action plan'];

/** The consumer groups of this service. Handlers of a group run one after another. */
const CONSUMERS = {
  'people.copies': { topics: [formatTopic('auth'), formatTopic('marketing')] },
  // Lingers: most changes of people concern none of their records.
  'people.cascade': { topics: [formatTopic('people')], lingerMs: 500, resumable: true },
  'people.marketing': { topics: [formatTopic('marketing')] },
  // Small batches: a batch of the slowest look-ups ends within the time of a handler.
  'people.social': { topics: [formatTopic('people')], fromBeginning: false, maxBatch: 10 },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** Opens the store, the bus and the RPC server; nothing listens or consumes before `start`. */
export const openService = async (dependencies: BackendDependencies<Config>, migrations: readonly Migration[]) => {
  const { clock, ids, logger, config } = dependencies;
  const backend = await openBackend('people', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const mutex = createKeyedMutex();
  const references = createReferenceWait({ kinds: COPIED_KINDS });
  const publishBatch = publishChanges('people', bus);
  const registry = createServiceRegistry(backend, CONSUMERS, logger);
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
    references,
    /** Locked while settings with unique names or limited numbers are created or changed. */
    settingsLock: createLock('settings'),
    stageLock: createLock('stages'),
    /** Publishes a fact without storing it; throws while the bus is unavailable. */
    publishFact: <T extends FactData>(fact: FactDefinition<T>, content: FactContent<T>): Promise<void> =>
      publishBatch([createFactMessage(dependencies, fact, content)]),
    /** Ensures indexes, then starts the RPC server, the consumers and the workers. */
    start() {
      // After the copies are updated, requests that wait for a record of another service continue.
      registry.addHandler('people.copies', async (batch) => {
        for (const accountId of new Set(batch.map(({ key }) => Number(key)))) references.changed(accountId);
      });
      return registry.start(config.PEOPLE_RPC_ADDRESS);
    },
  };
};

/** The shared parts of the service; features register their methods, consumers and workers here. */
export type Service = Awaited<ReturnType<typeof openService>>;
