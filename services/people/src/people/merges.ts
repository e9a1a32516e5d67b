import { refuse } from '@porchlight/errors';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** A merge of two people. */
export const mergedPersonSchema = defineDocument(
  {
    /** `<accountId>:<loserId>` */
    _id: column.text,
    accountId: column.number,
    loserId: column.number,
    survivorId: column.number,
    /** Id of the note about values that the survivor does not take over; absent in merges that began before D13.2. */
    noteId: column.optional(column.number),
    /** The user who merged; 0 is the service. */
    userId: column.optional(column.number),
    /** When the merge began, ms; absent once it is finished. */
    openSince: column.optional(column.number),
  },
  [
    // Only open merges have the field, so the index stays small.
    { keys: { openSince: 1 }, global: true },
  ],
);
export type MergedPerson = DocumentOf<typeof mergedPersonSchema>;

const formatKey = (accountId: number, loserId: number): string => `${accountId}:${loserId}`;

/**
 * Merges of people: stored before their first step, and retained as the reference from the merged person to the
 * survivor.
 */
export interface Merges {
  /** Throws CONFLICT if the person is being merged into another one. */
  begin(started: Omit<MergedPerson, '_id' | 'openSince'>, now: number): Promise<MergedPerson>;
  /** The survivor of this person's merge, who may have been merged again since. */
  findSurvivor(accountId: number, loserId: number): Promise<number | undefined>;
  find(accountId: number, loserId: number): Promise<MergedPerson | undefined>;
  done(merge: MergedPerson): Promise<void>;
  /** Removes a merge that was cancelled. */
  revoke(merge: MergedPerson): Promise<void>;
}

/** Stores merges permanently, and whether they are finished. */
export const createMerges = (collection: DocumentCollection<MergedPerson>): Merges => ({
  async begin(started, now) {
    const { accountId, loserId, survivorId } = started;
    const merge = { ...started, _id: formatKey(accountId, loserId), openSince: now };
    const refused = await collection.insertMany([merge]);
    if (refused.length === 0) return merge;
    const earlier = await collection.findOne({ _id: merge._id });
    if (earlier?.survivorId !== survivorId)
      throw refuse('CONFLICT', { message: 'This person is being merged into another person. Read it and try again.' });
    return earlier;
  },
  async findSurvivor(accountId, loserId) {
    return (await collection.findOne({ _id: formatKey(accountId, loserId) }))?.survivorId;
  },
  find: async (accountId, loserId) => (await collection.findOne({ _id: formatKey(accountId, loserId) })) ?? undefined,
  done: async ({ _id }) => void (await collection.updateOne({ _id }, { $unset: { openSince: '' } })),
  revoke: async ({ _id }) => void (await collection.deleteOne({ _id })),
});
