import { createCachedGauge, startStopwatch, type Metrics } from '@porchlight/runtime';
import type { Database } from './database';
import type { Document } from './contract/document';
import type { DocumentCollection } from './contract/document-collection';
import type { DocumentSchema } from './schema/document-schema';
import { isUniqueConflict } from './unique-conflict';
import { inAllAccounts } from './routing/statement-accounts';

type Operation = keyof DocumentCollection<{ _id: string | number }>;

/** Measured operations. */
const OPERATIONS: readonly Operation[] = [
  'insertOne',
  'insertMany',
  'findOne',
  'find',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'deleteOne',
  'deleteMany',
  'bulkUpdate',
  'count',
  'aggregate',
];

/** Returns the database with metrics: `porchlight_store_seconds{operation,outcome}` and its connections. */
export const measureDatabase = (database: Database, metrics: Metrics): Database => {
  const seconds = metrics.histogram(
    'store_seconds',
    'Operations of the database, by what came of them: ok, conflict or failed.',
    ['operation', 'outcome'],
  );
  metrics.gauge(
    'store_connections_in_use',
    'Connections to the database that are in use; 16 are all.',
    [],
    () => database.connectionsInUse?.() ?? 0,
  );
  const bound = OPERATIONS.map((operation) => ({
    operation,
    ok: seconds.labels(operation, 'ok'),
    conflict: seconds.labels(operation, 'conflict'),
    failed: seconds.labels(operation, 'failed'),
  }));
  type Any = (...args: unknown[]) => Promise<unknown>;
  const measured = <T extends { _id: string | number }>(collection: DocumentCollection<T>): DocumentCollection<T> => {
    const operations: Record<string, Any> = {};
    for (const { operation, ok, conflict, failed } of bound)
      operations[operation] = async (...args) => {
        const elapsed = startStopwatch();
        try {
          const result = await (collection[operation] as Any)(...args);
          ok.observe(elapsed() / 1000);
          return result;
        } catch (error) {
          (isUniqueConflict(error) ? conflict : failed).observe(elapsed() / 1000);
          throw error;
        }
      };
    return operations as Partial<DocumentCollection<T>> as DocumentCollection<T>;
  };
  const collections = new Map<string, unknown>();
  return {
    ...database,
    collection: <T extends { _id: string | number }>(name: string, schema?: DocumentSchema<T>) => {
      const opened = database.collection<T>(name, schema);
      let collection = collections.get(name);
      if (!collection) collections.set(name, (collection = measured(opened)));
      return collection as DocumentCollection<T>;
    },
  };
};

/** Documents that are read to find the oldest change: a frequently written document is old, its changes are not. */
const OLDEST_READ = 20;

/** When the unpublished changes of a document were made. Entries without a change only move counts. */
const unpublishedSince = ({
  outbox = [{}],
  pendingSince,
}: Partial<Pick<Document, 'pendingSince'>> & { outbox?: { at?: Date; size?: number }[] }): number[] =>
  outbox.filter(({ size }) => size !== 0).map(({ at }) => (at ?? pendingSince)?.getTime() ?? Infinity);

/**
 * Measures the unpublished changes of all processes: read at each scrape through an index that contains nothing else.
 */
export const measureOutbox = ({
  metrics,
  resources,
  inMemory,
  now,
}: {
  readonly metrics: Metrics;
  readonly resources: readonly { readonly collection: DocumentCollection<Document> }[];
  /** Changes that wait in this process, to be published or cleared. */
  readonly inMemory: () => number;
  readonly now: () => number;
}): void => {
  const read = createCachedGauge(async () => {
    const waitingOnes = inAllAccounts({ pendingSince: { $gte: new Date(0) } });
    const parts = await Promise.all(
      resources.map(async ({ collection }) => {
        const waiting = await collection.count(waitingOnes);
        if (waiting === 0) return { waiting, since: Infinity };
        const projection = { pendingSince: 1, 'outbox.at': 1, 'outbox.size': 1 } as const;
        const oldest = await collection.find(waitingOnes, {
          sort: { pendingSince: 1 },
          limit: OLDEST_READ,
          projection,
        });
        return { waiting, since: Math.min(Infinity, ...oldest.flatMap(unpublishedSince)) };
      }),
    );
    return {
      waiting: parts.reduce((sum, part) => sum + part.waiting, 0),
      since: Math.min(Infinity, ...parts.map((part) => part.since)),
    };
  });
  // While the database is unavailable the value is unknown: no value is better than an old one.
  const unknown = (): number => Number.NaN;
  metrics.gauge(
    'outbox_waiting',
    'Documents with changes that are not published yet, of all processes of the service.',
    [],
    () => read().then(({ waiting }) => waiting, unknown),
  );
  const oldest = (): Promise<number> =>
    read().then(({ since }) => (since === Infinity ? 0 : Math.max(0, now() - since) / 1000), unknown);
  metrics.gauge(
    'outbox_oldest_unpublished_seconds',
    'Age of the oldest change that is not published yet; 0 without one.',
    [],
    oldest,
  );
  metrics.gauge(
    'outbox_oldest_seconds',
    'The same as outbox_oldest_unpublished_seconds, under its earlier name.',
    [],
    oldest,
  );
  metrics.gauge('outbox_in_memory', 'Changes of this process that wait for the bus or to be cleared.', [], inMemory);
};
