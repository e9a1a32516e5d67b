import { LIMITS } from '@porchlight/limits';
import { createByteBudget } from '@porchlight/runtime';
import { createAccountLock } from './account-lock';
import { createCounterWrites } from './counts/counter-writes';
import { createCallGroups } from './batching/call-groups';
import { counterSchema } from './counts/counter-document';
import type { Database } from './database';
import { forgetAccount } from './forget-account';
import { createLease } from './lease';
import { createListTurns } from './lists/list-turns';
import type { Migration } from './migrations/migration';
import { createPreparation } from './migrations/prepare-database';
import { openMongoDatabase } from './mongo/mongo-database';
import { openOutbox } from './outbox/open-outbox';
import type { OutboxRelay } from './outbox/outbox-relay';
import type { SharedParts } from './resource-context';
import { addShardKeys } from './routing/add-shard-keys';
import { watchRouting } from './routing/watch-routing';
import { createSequences } from './sequences/sequences';
import { createStoreCollections } from './store-collections';
import { measureDatabase } from './store-metrics';
import { createStoreResources } from './store-resources';
import type { Store, StoreOptions } from './contract/store';

const PROCESS_ID_BYTES = 10;

/** Opens a service's storage. Throws Refusal UNAVAILABLE when the database is away. */
export const openStore = async (options: StoreOptions): Promise<Store> =>
  openStoreOn(await openDatabase(options), options);

const openDatabase = async (options: StoreOptions): Promise<Database> => {
  if (options.uri.startsWith('memory:')) {
    // Loaded on use: its query engine is large, and only tests use it.
    const { createMemoryDatabase } = await import('./memory/memory-database');
    return createMemoryDatabase();
  }
  const { assertNone, ...routing } = watchRouting(options);
  const opened = await openMongoDatabase(options.uri, options.database, { ...options, ...routing });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      assertNone();
    },
  };
};

/** A store with the parts that its conformance suite uses. */
export interface OpenedStore extends Store {
  readonly relay: OutboxRelay;
  /** Resolves when all that this process wrote is published and cleared. */
  drain(signal: AbortSignal): Promise<void>;
}

/**
 * Opens a store on an open database and closes it at its end. Without `relays` the outbox relay runs only when called.
 */
export const openStoreOn = (opened: Database, options: StoreOptions, { relays = true } = {}): OpenedStore => {
  const { clock, ids, metrics } = options;
  const database = metrics ? measureDatabase(opened, metrics) : opened;
  const processId = ids.random(PROCESS_ID_BYTES).toString('hex');
  const stopping = new AbortController();
  const resources = createStoreResources();
  const collections = createStoreCollections(database);
  const outbox = openOutbox({
    database,
    processId,
    resources: resources.opened,
    stopping: stopping.signal,
    options,
  });
  const leaseJob: Store['lease'] = (name, ttlMs) =>
    createLease(database, clock, processId, `job:${name}`, ttlMs, 'removed');
  const budget = createByteBudget({ maxBytes: LIMITS.loadingBytes.value });
  metrics?.gauge('store_loading_bytes', 'Bytes of the pages that are being loaded.', [], () => budget.inUse());
  const shared: Omit<SharedParts, 'opened'> = {
    database,
    processId,
    sequences: createSequences(database, clock),
    startTogether: createCallGroups(),
    createLock: (kind) => createAccountLock(kind, leaseJob),
    counterWrites: createCounterWrites(database.collection('counters', counterSchema)),
    publisher: outbox.publisher,
    budget,
    runList: createListTurns(),
    onEpoch: outbox.onEpoch,
    options,
  };

  // Filters contain the account only in this dialect.
  const listMigrations = (): Migration[] => [
    ...(options.dialect === 'mongodb' ? [...collections.withoutAccount].map(addShardKeys) : []),
    ...(options.migrations ?? []),
  ];
  const preparation = createPreparation(database, processId, options, listMigrations, stopping.signal);
  const prepare = async (): Promise<void> => {
    collections.checkSchemas(resources.names());
    await preparation.prepare();
  };

  return {
    relay: outbox.relay,
    drain: outbox.publisher.drain,
    resource: (resourceOptions) => resources.open(resourceOptions, shared),
    reads: resources.reads,
    opened: () => [...resources.stores()],
    together: shared.startTogether,
    collection: collections.open,
    prepare,
    start: async () => {
      await prepare();
      await outbox.start({ relays });
    },
    ready: async () => (await database.ready()) && (await preparation.isPrepared()),
    stop: async (deadline) => {
      stopping.abort();
      await outbox.stop(deadline);
      await database.close();
    },
    lease: leaseJob,
    isDeleted: resources.isDeleted,
    forgetAccount: async (accountId, { except = [], whole, signal }) => {
      const ofResources = new Set(resources.names());
      const all = new Set([...ofResources, ...collections.names, ...(whole ? ['counters'] : [])]);
      let removed = 0;
      for (const name of all)
        if (!except.includes(name))
          removed += await forgetAccount(database.collection(name), accountId, ofResources.has(name), signal);
      return removed;
    },
  };
};
