import { splitWords, type Row } from '@porchlight/resource';
import type { ByteBudget } from '@porchlight/runtime';
import type { AccountLock } from './account-lock';
import { createBatchedInserts } from './batching/batched-inserts';
import { createBatchedUpdates } from './batching/batched-updates';
import type { createCallGroups } from './batching/call-groups';
import { createKeyedReads } from './batching/keyed-reads';
import { createSharedWork } from './batching/shared-work';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { StoreOptions } from './contract/store';
import type { StoreCall } from './contract/store-call';
import type { ResourceOptions } from './contract/strategy';
import type { CountKey } from './counts/count-keys';
import type { createCounterWrites } from './counts/counter-writes';
import { createCounters } from './counts/counters';
import type { Database } from './database';
import { createValueFences } from './mongo/portable/value-fences';
import { createCachedCounts } from './lists/cached-counts';
import { createDocumentSizes } from './lists/document-sizes';
import type { ListTurns } from './lists/list-turns';
import { createChangeEntries } from './outbox/change-entries';
import type { OutboxPublisher } from './outbox/outbox-publisher';
import { listKeyFields } from './key-fields';
import { listGramFields, listIndexes } from './resource-indexes';
import { completeRules, needsAccountLock } from './rules';
import { resourceColumns } from './schema/document-schema';
import type { Sequences } from './sequences/sequences';
import { createWriteSequence } from './writes/write-sequence';

const NO_NAMES: readonly string[] = [];

/** Shared by all resources of a store. */
export interface SharedParts {
  readonly database: Database;
  readonly processId: string;
  readonly sequences: Sequences;
  readonly startTogether: ReturnType<typeof createCallGroups>;
  readonly createLock: (kind: string) => AccountLock;
  readonly counterWrites: ReturnType<typeof createCounterWrites>;
  readonly publisher: OutboxPublisher;
  /** Bytes that lists of this process load at once. */
  readonly budget: ByteBudget;
  /** Runs lists of this process, shared fairly by account. */
  readonly runList: ListTurns;
  readonly onEpoch: () => void;
  /** The opened resources of the store. */
  readonly opened: () => Iterable<ResourceStore<Row, Document>>;
  readonly options: StoreOptions;
}

/** Shared by the parts of one resource's store. */
export type ResourceContext<R extends Row, D extends Document> = ReturnType<typeof createResourceContext<R, D>>;

/** Creates the context of one resource. */
export const createResourceContext = <R extends Row, D extends Document>(
  options: ResourceOptions<R, D>,
  { database, processId, createLock, counterWrites, onEpoch, options: store, ...shared }: SharedParts,
) => {
  const { descriptor } = options;
  const grams = listGramFields(options);
  const indexes = listIndexes(options);
  const columns = resourceColumns(descriptor, listKeyFields(descriptor, options.grams), grams, options.columns ?? {});
  const collection = database.collection<D>(descriptor.resource, {
    columns,
    indexes,
    ...(options.sharding && { sharding: options.sharding }),
  });
  const counters = createCounters(database, descriptor.resource, counterWrites);
  const rules = completeRules(options, { collection, counters, opened: shared.opened });
  return {
    ...shared,
    options,
    /** The rules of the resource; those that it does not declare follow from its descriptor. */
    rules,
    name: descriptor.resource,
    /** Lower-case noun for sentences: person. */
    noun: splitWords(descriptor.noun),
    collection,
    /** Fields of unique indexes. Only the delete of a tombstone frees their values on every server. */
    uniqueFields: new Set(indexes.flatMap((index) => (index.unique ? Object.keys(index.keys) : []))),
    /** Fields that an index of the account begins with. */
    indexed: new Set(
      indexes.flatMap((index) => (index.partial || index.sparse ? [] : Object.keys(index.keys).slice(0, 1))),
    ),
    /** Excludes fields that no record shows: outbox and trigrams. */
    listProjection: Object.fromEntries(
      ['outbox', 'pendingSince', 'lastWrite', ...grams].map((field) => [field, 0 as const]),
    ),
    reads: createKeyedReads(collection),
    /** Only for a server that ignores limits. */
    loadFences: database.ignoresLimit ? createValueFences(collection, columns) : undefined,
    insert: createBatchedInserts(collection),
    update: createBatchedUpdates(collection, store.ids.eventId),
    counters,
    shareCount: createSharedWork(),
    cacheCount: createCachedCounts(counters),
    sizes: createDocumentSizes(),
    /** Sizes of records; undefined if a record needs nothing besides its document. */
    recordSizes: rules.loadRelated && createDocumentSizes(),
    writeSequence: createWriteSequence({ processId, counters, onEpoch }),
    /** Held by creates and updates; undefined if no declared rule compares records of an account. */
    lock: needsAccountLock(descriptor) ? createLock(descriptor.resource) : undefined,
    createEntries: createChangeEntries(options, store.ids.eventId, store.tracing),
    clock: store.clock,
    ids: store.ids,
    nextTokenKey: store.nextTokenKey,
    /** All count keys of a document. */
    listCountKeys: (document: D): readonly CountKey[] => {
      const keys: CountKey[] = ['total'];
      if (descriptor.visibility === 'viewers') for (const user of document.viewers ?? []) keys.push(`viewer:${user}`);
      return rules.counts ? keys.concat(rules.counts(document)) : keys;
    },
    /** Renders documents for a caller, with the named custom fields. */
    render: async (documents: readonly D[], call: StoreCall, customFields = NO_NAMES): Promise<R[]> => {
      const related = await rules.loadRelated?.(documents, call, customFields);
      return documents.map((document) => rules.render(document, call, related));
    },
  };
};
