import { splitWords, type Row } from '@porchlight/resource';
import type { ByteBudget } from '@porchlight/runtime';
import type { AccountLock } from './account-lock';
import { createBatchedInserts, type BatchedInserts } from './batching/batched-inserts';
import type { CallGroups } from './batching/call-groups';
import { createBatchedUpdates, type BatchedUpdates } from './batching/batched-updates';
import { createKeyedReads, type KeyedReads } from './batching/keyed-reads';
import { createSharedWork, type SharedWork } from './batching/shared-work';
import type { CounterWrites } from './counts/counter-writes';
import { createCounters, type Counters } from './counts/counters';
import type { Database } from './database';
import { createWriteSequence, type WriteSequence } from './writes/write-sequence';
import { createDocumentSizes, type DocumentSizes } from './lists/document-sizes';
import type { FairSlots } from './lists/fair-slots';
import { createCachedCounts, type CachedCounts } from './lists/cached-counts';
import { createChangeEntries, type ChangeFacts, type UnboundEntry } from './outbox/change-entries';
import type { OutboxPublisher } from './outbox/outbox-publisher';
import { listGramFields, listIndexes } from './resource-indexes';
import { completeRules, needsAccountLock, type Rules } from './rules';
import { resourceColumns } from './schema/document-schema';
import type { Sequences } from './sequences/sequences';
import type { Document } from './contract/document';
import type { DocumentCollection, Index } from './contract/document-collection';
import type { StoreOptions } from './contract/store';
import type { StoreCall } from './contract/store-call';
import type { ResourceOptions } from './contract/strategy';

const NO_NAMES: readonly string[] = [];

/** Shared by the parts of one resource's store. */
export interface ResourceContext<R extends Row, D extends Document> {
  readonly options: ResourceOptions<R, D>;
  /** The rules of the resource; those that it does not declare follow from its descriptor. */
  readonly rules: Rules<R, D>;
  readonly name: string;
  /** Lower-case noun for sentences: person. */
  readonly noun: string;
  readonly collection: DocumentCollection<D>;
  readonly indexes: readonly Index[];
  /** Fields that an index of the account begins with. */
  readonly indexed: ReadonlySet<string>;
  /** Excludes fields that no record shows: outbox and trigrams. */
  readonly listProjection: Record<string, 0>;
  readonly reads: KeyedReads<D>;
  readonly inserts: BatchedInserts<D>;
  readonly updates: BatchedUpdates;
  readonly counters: Counters;
  readonly sharedCounts: SharedWork;
  readonly cachedCounts: CachedCounts;
  /** Bytes that lists of this process load at once. */
  readonly budget: ByteBudget;
  /** Lists of this process at once, shared fairly by account. */
  readonly listSlots: FairSlots;
  readonly sizes: DocumentSizes;
  /** Sizes of records; undefined if a record needs nothing besides its document. */
  readonly recordSizes: DocumentSizes | undefined;
  readonly writeSequence: WriteSequence;
  readonly sequences: Sequences;
  readonly callGroups: CallGroups;
  /** Held by creates and updates; undefined if no declared rule compares records of an account. */
  readonly lock: AccountLock | undefined;
  readonly publisher: OutboxPublisher;
  readonly createEntries: (call: StoreCall, facts: ChangeFacts<R>) => UnboundEntry[];
  readonly clock: StoreOptions['clock'];
  readonly ids: StoreOptions['ids'];
  readonly nextTokenKey: Buffer;
  /** All count keys of a document. */
  readonly listCountKeys: (document: D) => string[];
  /** Renders documents for a caller, with the named custom fields. */
  readonly render: (documents: readonly D[], call: StoreCall, customFields?: readonly string[]) => Promise<R[]>;
}

/** Shared by all resources of a store. */
export interface SharedParts {
  readonly database: Database;
  readonly processId: string;
  readonly sequences: Sequences;
  readonly callGroups: CallGroups;
  readonly createLock: (kind: string) => AccountLock;
  readonly counterWrites: CounterWrites;
  readonly publisher: OutboxPublisher;
  readonly budget: ByteBudget;
  readonly listSlots: FairSlots;
  readonly onEpoch: () => void;
  readonly options: StoreOptions;
}

/** Creates the context of one resource. */
export const createResourceContext = <R extends Row, D extends Document>(
  options: ResourceOptions<R, D>,
  {
    database,
    processId,
    callGroups,
    createLock,
    sequences,
    counterWrites,
    publisher,
    budget,
    listSlots,
    onEpoch,
    options: store,
  }: SharedParts,
): ResourceContext<R, D> => {
  const { descriptor } = options;
  const grams = listGramFields(options);
  const indexes = listIndexes(options);
  const columns = resourceColumns(descriptor, grams, options.columns ?? {});
  const collection = database.collection<D>(descriptor.resource, {
    columns,
    indexes,
    ...(options.sharding && { sharding: options.sharding }),
  });
  const counters = createCounters(database, descriptor.resource, counterWrites);
  const rules = completeRules(options, collection, counters);
  return {
    options,
    rules,
    name: descriptor.resource,
    noun: splitWords(descriptor.noun),
    collection,
    indexes,
    indexed: new Set(
      indexes.flatMap((index) => (index.partial || index.sparse ? [] : Object.keys(index.keys).slice(0, 1))),
    ),
    listProjection: Object.fromEntries(
      ['outbox', 'pendingSince', 'lastWrite', ...grams].map((field) => [field, 0 as const]),
    ),
    reads: createKeyedReads(collection),
    inserts: createBatchedInserts(collection),
    updates: createBatchedUpdates(collection, store.ids.eventId),
    counters,
    sharedCounts: createSharedWork(),
    cachedCounts: createCachedCounts(counters),
    budget,
    listSlots,
    sizes: createDocumentSizes(),
    recordSizes: rules.loadRelated && createDocumentSizes(),
    writeSequence: createWriteSequence({ processId, counters, onEpoch }),
    sequences,
    callGroups,
    lock: needsAccountLock(descriptor) ? createLock(descriptor.resource) : undefined,
    publisher,
    createEntries: createChangeEntries(options, store.ids.eventId, store.tracing),
    clock: store.clock,
    ids: store.ids,
    nextTokenKey: store.nextTokenKey,
    listCountKeys: (document) => {
      const keys = ['total'];
      if (descriptor.visibility === 'viewers') for (const user of document.viewers ?? []) keys.push(`viewer:${user}`);
      return rules.counts ? keys.concat(rules.counts(document)) : keys;
    },
    render: async (documents, call, customFields = NO_NAMES) => {
      const related = await rules.loadRelated?.(documents, call, customFields);
      return documents.map((document) => rules.render(document, call, related));
    },
  };
};
