import { column, defineDocument, type DocumentOf, type DocumentCollection } from '@porchlight/store';
import { eventColumns } from './stored-event';

/** Batches under way in the database: one document each, so that one is there whole or not at all. */
export const createEventBatchStore = (collection: DocumentCollection<EventBatch>) => ({
  write: (batch: EventBatch) => collection.insertOne(batch),
  /** Marks a batch as counted; it remains to be published. */
  markCounted: async (id: string) => void (await collection.updateOne({ _id: id }, { $set: { counted: true } })),
  done: async (ids: readonly string[]) => void (await collection.deleteMany({ _id: { $in: [...ids] } })),
  load: async (id: string) => (await collection.findOne({ _id: id })) ?? undefined,
  /** Ids, oldest first. */
  oldest: async (limit: number) =>
    (await collection.find({}, { sort: { _id: 1 }, limit, projection: { _id: 1 } })).map(({ _id }) => _id),
});

/** Batches that are not yet counted and published. */
export type EventBatchStore = ReturnType<typeof createEventBatchStore>;

/**
 * A batch of events. Stored in one write before anything else: from then on all of them are counted and published, even
 * after a crash.
 */
export const eventBatchSchema = defineDocument(
  {
    /** Sorts by the moment it was made: see `batchIdAt`. */
    _id: column.text,
    accountId: column.number,
    /** recorded: by a caller, webhooks are notified; moved: by a merge, from another person. */
    kind: column.word('recorded', 'moved'),
    created: column.date,
    userId: column.number,
    system: column.text,
    suppressOwn: column.flag,
    /** Ids for the changes to publish, so that a repeat is known as one. */
    changeIds: column.listOf(column.text),
    events: column.listOf(column.nested(eventColumns)),
    /** Counted already; only publishing is left. */
    counted: column.optional(column.flag),
  },
  [],
  { unsharded: 'a queue of calls under way' },
);
export type EventBatch = DocumentOf<typeof eventBatchSchema>;

const DIGITS = 9;

/** Ids of batches made at this moment begin with this, ms; later ones are greater. */
export const batchIdAt = (moment: number): string => Math.max(0, moment).toString(36).padStart(DIGITS, '0');

/** Random bytes of a maker, and of an id. */
export const ID_BYTES = 4;

/** The id of a batch: when it was made, by which process, and that it is no other. */
export const formatBatchId = (moment: number, maker: string, random: string): string =>
  `${batchIdAt(moment)}-${maker}${random}`;

/** Where an id has its maker. */
export const MAKER_AT = { start: DIGITS + 1, length: 2 * ID_BYTES } as const;

/** Batches that cannot be repeated and need not be remembered. */
export interface Settled {
  /** All with a smaller id. */
  readonly before: string;
  /** And those of this process with an id smaller than that; ids of a process go up. */
  readonly maker: string;
  readonly ownBefore: string;
}

/** Every batch may come again. */
export const NOTHING_SETTLED: Settled = { before: '', maker: '', ownBefore: '' };
