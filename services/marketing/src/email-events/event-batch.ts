import { column, defineDocument, type DocumentOf, type DocumentCollection } from '@porchlight/store';
import { eventColumns } from './stored-event';

/** Stored batches in progress: one document each, so that a batch is stored completely or not at all. */
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
    /** Sorts by the time of creation: see `batchIdAt`. */
    _id: column.text,
    accountId: column.number,
    /** recorded: by a caller, webhooks are notified; moved: by a merge, from another person. */
    kind: column.word('recorded', 'moved'),
    created: column.date,
    userId: column.number,
    system: column.text,
    suppressOwn: column.flag,
    /** Ids of the changes to publish; a repeat has the same ids. */
    changeIds: column.listOf(column.text),
    events: column.listOf(column.nested(eventColumns)),
    /** Counted; only publishing remains. */
    counted: column.optional(column.flag),
  },
  [],
  { unsharded: 'a queue of calls under way' },
);
export type EventBatch = DocumentOf<typeof eventBatchSchema>;

const DIGITS = 9;

/** Ids of batches that are created at this time (ms) begin with this; later ones are greater. */
export const batchIdAt = (moment: number): string => Math.max(0, moment).toString(36).padStart(DIGITS, '0');

/** Random bytes of a process, and of an id. */
export const ID_BYTES = 4;

/** The id of a batch: its time of creation, its process and random bytes. */
export const formatBatchId = (moment: number, maker: string, random: string): string =>
  `${batchIdAt(moment)}-${maker}${random}`;

/** Position of the process in an id. */
export const MAKER_AT = { start: DIGITS + 1, length: 2 * ID_BYTES } as const;

/** Batches that cannot be repeated; their ids need not be stored. */
export interface Settled {
  /** All with a smaller id. */
  readonly before: string;
  /** And those of this process with an id smaller than this; ids of a process increase. */
  readonly maker: string;
  readonly ownBefore: string;
}

/** Every batch may be repeated. */
export const NOTHING_SETTLED: Settled = { before: '', maker: '', ownBefore: '' };
