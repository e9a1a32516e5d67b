import type { DocumentCollection } from '@porchlight/store';
import type { EventBatch } from './event-batch';

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
