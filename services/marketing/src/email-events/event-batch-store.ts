import type { DocumentCollection } from '@porchlight/store';
import type { EventBatch } from './event-batch';

/** Batches that are not yet counted and published. */
export interface EventBatchStore {
  write(batch: EventBatch): Promise<void>;
  /** Marks a batch as counted; it remains to be published. */
  markCounted(id: string): Promise<void>;
  done(ids: readonly string[]): Promise<void>;
  load(id: string): Promise<EventBatch | undefined>;
  /** Ids, oldest first. */
  oldest(limit: number): Promise<string[]>;
}

/** Batches under way in the database: one document each, so that one is there whole or not at all. */
export const createEventBatchStore = (collection: DocumentCollection<EventBatch>): EventBatchStore => ({
  write: (batch) => collection.insertOne(batch),
  markCounted: async (id) => void (await collection.updateOne({ _id: id }, { $set: { counted: true } })),
  done: async (ids) => void (await collection.deleteMany({ _id: { $in: [...ids] } })),
  load: async (id) => (await collection.findOne({ _id: id })) ?? undefined,
  oldest: async (limit) =>
    (await collection.find({}, { sort: { _id: 1 }, limit, projection: { _id: 1 } })).map(({ _id }) => _id),
});
