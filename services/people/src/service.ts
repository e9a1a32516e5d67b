import {
  createReferenceWait,
  createFactMessage,
  openBackend,
  publishChanges,
  type BackendApp,
  type BackendDependencies,
  type Fact,
  type ReferenceWait,
} from '@porchlight/backend';
import { formatTopic, type BatchHandler, type SubscribeOptions } from '@porchlight/bus';
import type { RpcServer } from '@porchlight/rpc';
import {
  createSupervisor,
  createKeyedMutex,
  type Clock,
  type Ids,
  type Logger,
  type KeyedMutex,
  type Worker,
} from '@porchlight/runtime';
import { createAccountLock, type AccountLock, type Lease, type Migration, type Store } from '@porchlight/store';
import type { Config } from './config';

/** Longest time until another replica replaces a worker whose process ended, ms. */
const LEASE_MS = 30_000;

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a user', 'a lender', 'a group', 'an action plan'];

/** The consumer groups of this service. Handlers of a group run one after another. */
const CONSUMERS = {
  'people.copies': { topics: [formatTopic('auth'), formatTopic('marketing')] },
  // Lingers: most changes of people concern none of their records.
  'people.cascade': { topics: [formatTopic('people')], patienceMs: 250, resumable: true },
  'people.marketing': { topics: [formatTopic('marketing')] },
  // Small batches: a batch of the slowest look-ups ends within the time of a handler.
  'people.social': { topics: [formatTopic('people')], fromBeginning: false, maxBatch: 10 },
} as const satisfies Readonly<Record<string, Omit<SubscribeOptions, 'group' | 'handler'>>>;

/** The shared parts of the service; features register their methods, consumers and workers here. */
export interface Service {
  readonly config: Config;
  readonly store: Store;
  readonly rpc: RpcServer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly turns: KeyedMutex;
  readonly references: ReferenceWait;
  /** Locked while settings with unique names or limited numbers are created or changed. */
  readonly settingsLock: AccountLock;
  createLock(name: string): AccountLock;
  /** Publishes a fact without storing it; throws while the bus is unavailable. */
  publish(fact: Omit<Fact, 'service'>): Promise<void>;
  addIndexes(...adapters: readonly { ensureIndexes(): Promise<void> }[]): void;
  addHandler(group: keyof typeof CONSUMERS, handler: BatchHandler): void;
  /** Adds a background worker. `hold` takes the lease, so that one replica at a time runs it. */
  addWorker(name: string, createWorker: (hold: () => Promise<boolean>) => Worker): void;
  /** Adds a step that runs when the service stops. */
  onStop(step: () => Promise<void>): void;
  /** Ensures indexes, then starts the RPC server, the consumers and the workers. */
  start(): Promise<BackendApp>;
}

/** Opens the store, the bus and the RPC server; nothing listens or consumes before `start`. */
export const openService = async (
  dependencies: BackendDependencies<Config>,
  migrations: readonly Migration[],
): Promise<Service> => {
  const { clock, ids, logger, config } = dependencies;
  const backend = await openBackend('people', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const turns = createKeyedMutex();
  const references = createReferenceWait({ kinds: COPIED_KINDS });
  const publishBatch = publishChanges('people', bus);
  const supervisor = createSupervisor({ logger });
  const indexes: { ensureIndexes(): Promise<void> }[] = [];
  const handlers = new Map<keyof typeof CONSUMERS, BatchHandler[]>();
  const workers: (() => Lease)[] = [];
  const stopSteps: (() => Promise<void>)[] = [];
  const addHandler: Service['addHandler'] = (group, handler) =>
    void handlers.set(group, [...(handlers.get(group) ?? []), handler]);

  const createLock = (name: string): AccountLock =>
    createAccountLock(name, (lease, ttlMs) => store.lease(lease, ttlMs), turns);
  const subscribe = (group: keyof typeof CONSUMERS) =>
    bus.subscribe({
      group,
      ...CONSUMERS[group],
      handler: async (batch, context) => {
        for (const handle of handlers.get(group) ?? []) await handle(batch, context);
      },
    });

  return {
    config,
    store,
    rpc,
    clock,
    ids,
    logger,
    turns,
    references,
    createLock,
    settingsLock: createLock('settings'),
    publish: (fact) => publishBatch([createFactMessage(dependencies, { service: 'people', ...fact })]),
    addIndexes: (...adapters) => void indexes.push(...adapters),
    addHandler,
    addWorker: (name, createWorker) =>
      void workers.push(() => {
        const lease = store.lease(name, LEASE_MS);
        supervisor.add(
          name,
          createWorker(() => lease.hold()),
        );
        return lease;
      }),
    onStop: (step) => void stopSteps.push(step),
    async start() {
      // After the copies are updated, requests that wait for a record of another service continue.
      addHandler('people.copies', async (batch) => {
        for (const accountId of new Set(batch.map(({ key }) => Number(key)))) references.changed(accountId);
      });
      await Promise.all(indexes.map((adapter) => adapter.ensureIndexes()));
      const rpcPort = await backend.start(config.PEOPLE_RPC_ADDRESS);
      const subscriptions = await Promise.all([...handlers.keys()].map(subscribe));
      const leases = workers.map((start) => start());
      const stopWorkers = async (): Promise<void> => {
        try {
          await supervisor.stop();
        } finally {
          await Promise.allSettled(leases.map((lease) => lease.release()));
        }
      };
      return {
        rpcPort,
        ready: async () => {
          const report = await backend.ready();
          const { ok } = supervisor.health();
          return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
        },
        stop: async (deadline) => {
          await Promise.allSettled([stopWorkers(), ...subscriptions.map((subscription) => subscription.stop())]);
          await Promise.allSettled(stopSteps.map((step) => step()));
          await backend.stop(deadline);
        },
      };
    },
  };
};
