import type { Row } from '@porchlight/resource';
import { LIMITS } from '@porchlight/limits';
import { createByteBudget } from '@porchlight/runtime';
import { createAccountLock } from './account-lock';
import { createCounterWrites } from './counts/counter-writes';
import { createCallGroups } from './batching/call-groups';
import { counterSchema } from './counts/counter-document';
import type { Database } from './database';
import { forgetAccount } from './forget-account';
import { composeKey } from './document-key';
import { createLease } from './lease';
import { createListTurns } from './lists/list-turns';
import type { Migration } from './migrations/migration';
import { createPreparation } from './migrations/prepare-database';
import { openMongoDatabase } from './mongo/mongo-database';
import { createHeartbeat } from './outbox/heartbeat';
import { createOutboxPublisher } from './outbox/outbox-publisher';
import { createChangeSender } from './outbox/send-changes';
import { createOutboxRelay, type OutboxRelay, type RelayedResource } from './outbox/outbox-relay';
import { runRelay } from './outbox/relay-loop';
import { createSetAside, UNSENT_CHANGES, unsentSchema } from './outbox/unsent-changes';
import { createResourceContext } from './resource-context';
import { createResourceStore } from './resource-store';
import type { WriteSequence } from './writes/write-sequence';
import { addShardKeys } from './routing/add-shard-keys';
import { watchRouting } from './routing/watch-routing';
import { createSequences } from './sequences/sequences';
import { measureDatabase, measureOutbox } from './store-metrics';
import type { Document } from './contract/document';
import type { DocumentCollection } from './contract/document-collection';
import type { DocumentSchema } from './schema/document-schema';
import type { Store, StoreOptions } from './contract/store';
import type { ResourceReads, ResourceStore } from './contract/resource-store-contract';
import type { ResourceOptions } from './contract/strategy';

const LEASE_MS = 10_000;
const PROCESS_ID_BYTES = 10;

/** Collections of the mechanism's own; a service must not use these names. */
const RESERVED = new Set(['sequences', 'counters', 'instances', 'leases', 'migrations', UNSENT_CHANGES]);

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

interface OpenedResource extends RelayedResource {
  readonly writeSequence: WriteSequence;
}

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
  const { clock, logger, ids, publish, metrics } = options;
  const database = metrics ? measureDatabase(opened, metrics) : opened;
  const processId = ids.random(PROCESS_ID_BYTES).toString('hex');
  const resources: OpenedResource[] = [];
  const stores = new Map<string, ResourceStore<Row, Document>>();
  const names = new Set([UNSENT_CHANGES]);
  const declared = new Set([UNSENT_CHANGES]);
  const setAsideTotal = metrics?.counter(
    'outbox_set_aside_total',
    'Changes that the bus refused for good; they wait for the operator (porchlight outbox).',
  );
  const setAside = createSetAside({
    collection: database.collection(UNSENT_CHANGES, unsentSchema),
    clock,
    logger,
    count: () => setAsideTotal?.inc(),
  });
  const send = createChangeSender({ publish, setAside, logger });
  const publisher = createOutboxPublisher({ send, logger, tracing: options.tracing });
  const budget = createByteBudget({ maxBytes: LIMITS.loadingBytes.value });
  const runList = createListTurns();
  metrics?.gauge('store_loading_bytes', 'Bytes of the pages that are being loaded.', [], () => budget.inUse());
  const heartbeat = createHeartbeat({
    database,
    processId,
    clock,
    logger,
    state: () => ({
      epochs: Object.fromEntries(
        resources.map(({ descriptor, writeSequence }) => [descriptor.resource, writeSequence.epoch()]),
      ),
      behind: publisher.behind(),
    }),
  });
  const startTogether = createCallGroups();
  const sequences = createSequences(database, clock);
  const counterWrites = createCounterWrites(database.collection('counters', counterSchema));
  const lease = createLease(database, clock, processId, 'sweeper', LEASE_MS);
  const leaseJob: Store['lease'] = (name, ttlMs) =>
    createLease(database, clock, processId, `job:${name}`, ttlMs, 'removed');
  const relay = createOutboxRelay({
    database,
    resources,
    lease,
    send,
    setAside,
    clock,
    logger,
  });
  if (metrics)
    measureOutbox({
      metrics,
      resources,
      inMemory: publisher.pending,
      now: () => clock.now(),
    });

  /** Collections whose documents have no column for the account: the store adds it. */
  const keyed = new Set(['sequences']);
  // Filters contain the account only in this dialect.
  const listMigrations = (): Migration[] => [
    ...(options.dialect === 'mongodb' ? [...keyed].map(addShardKeys) : []),
    ...(options.migrations ?? []),
  ];
  const stopping = new AbortController();
  const { prepare, isPrepared } = createPreparation(database, processId, options, listMigrations, stopping.signal);
  let relaying: Promise<void> | undefined;
  const openCollection = <T extends { _id: string | number }>(
    name: string,
    schema?: DocumentSchema<T>,
  ): DocumentCollection<T> => {
    if (RESERVED.has(name)) throw new Error(`the collection '${name}' belongs to the store`);
    names.add(name);
    if (schema) declared.add(name);
    if (schema && (schema.sharding ?? 'byKey') === 'byKey' && !('accountId' in schema.columns)) keyed.add(name);
    return database.collection<T>(name, schema);
  };
  const checkSchemas = (): void => {
    const withSchema = new Set([...declared, ...resources.map(({ descriptor }) => descriptor.resource)]);
    const bare = [...names].filter((name) => !withSchema.has(name));
    if (bare.length > 0) throw new Error(`Collections without a schema (defineDocument): ${bare.join(', ')}.`);
  };

  return {
    relay,
    drain: (signal) => publisher.drain(signal),
    resource: <R extends Row, D extends Document>(resourceOptions: ResourceOptions<R, D>) => {
      const context = createResourceContext(resourceOptions, {
        database,
        processId,
        sequences,
        startTogether,
        createLock: (kind) => createAccountLock(kind, leaseJob),
        counterWrites,
        publisher,
        budget,
        runList,
        onEpoch: heartbeat.touch,
        opened: () => stores.values(),
        options,
      });
      const { collection, writeSequence } = context;
      resources.push({ descriptor: resourceOptions.descriptor, collection, writeSequence });
      const bare = createResourceStore(context);
      const opened = resourceOptions.extend?.(bare) ?? bare;
      // A caller of `opened` uses only what its descriptor declares.
      stores.set(resourceOptions.descriptor.resource, opened as unknown as ResourceStore<Row, Document>);
      return opened;
    },
    reads: <D extends Document, R extends Row>(name: string): ResourceReads<D, R> => {
      const findOpened = (): ResourceReads<D, R> => {
        const opened = stores.get(name);
        if (!opened) throw new Error(`This service has no resource ${name}.`);
        return opened as unknown as ResourceReads<D, R>;
      };
      return {
        load: async (...id) => findOpened().load(...id),
        find: async (...condition) => findOpened().find(...condition),
        findBy: async (...field) => findOpened().findBy(...field),
        count: async (...key) => findOpened().count(...key),
        render: async (...document) => findOpened().render(...document),
      };
    },
    opened: () => [...stores.values()],
    together: startTogether,
    collection: openCollection,
    prepare: async () => {
      checkSchemas();
      await prepare();
    },
    start: async () => {
      checkSchemas();
      await prepare();
      await heartbeat.start();
      if (relays) relaying = runRelay(relay, logger, stopping.signal);
    },
    ready: async () => (await database.ready()) && (await isPrepared()),
    stop: async (deadline) => {
      stopping.abort();
      await relaying;
      await publisher.drain(deadline);
      publisher.stop();
      await heartbeat.stop();
      await lease.release().catch(() => undefined);
      await database.close();
    },
    lease: leaseJob,
    isDeleted: async (resource, accountId, ids) => {
      const opened = resources.find(({ descriptor }) => descriptor.resource === resource);
      if (!opened) throw new Error(`This service has no resource ${resource}.`);
      const documents = await opened.collection.find(
        { _id: { $in: ids.map((id) => composeKey(accountId, id)) } },
        { limit: ids.length, projection: { deletedAt: 1 } },
      );
      return documents.every(({ deletedAt }) => deletedAt !== undefined);
    },
    forgetAccount: async (accountId, { except = [], whole, signal }) => {
      const own = new Set(resources.map(({ descriptor }) => descriptor.resource));
      const cleared = [...new Set([...own, ...names, ...(whole ? ['counters'] : [])])].filter(
        (name) => !except.includes(name),
      );
      let removed = 0;
      for (const name of cleared)
        removed += await forgetAccount(database.collection(name), accountId, own.has(name), signal);
      return removed;
    },
  };
};
