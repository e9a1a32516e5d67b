import type { Document } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';

/** A published entry of a document. */
export interface PublishedEntry {
  readonly _id: number;
  readonly eventId: string;
  /** The document is a tombstone, or was one when this entry was written. */
  readonly tombstone: boolean;
}

/**
 * Removes published entries from their documents, and no entries that were written concurrently. A document without
 * other entries loses `outbox` and `pendingSince`; a tombstone without other entries is deleted. Idempotent.
 */
export const clearEntries = async <D extends Document>(
  collection: DocumentCollection<D>,
  entries: readonly PublishedEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  const eventIds = entries.map((entry) => entry.eventId);
  const ids = [...new Set(entries.map((entry) => entry._id))];
  const none = { $eq: [{ $size: '$outbox' }, 0] };
  const notDeleted = { $eq: [{ $ifNull: ['$deletedAt', null] }, null] };
  // One pipeline by _id alone: no guard to miss, and one commit for all.
  await collection.updateMany({ _id: { $in: ids } }, [
    {
      $set: {
        outbox: {
          $filter: {
            input: { $ifNull: ['$outbox', []] },
            as: 'entry',
            cond: { $not: [{ $in: ['$$entry.eventId', eventIds] }] },
          },
        },
      },
    },
    // An empty tombstone that is not deleted here keeps its pendingSince, by which the relay finds it.
    {
      $set: {
        pendingSince: { $cond: [{ $and: [none, notDeleted] }, '$$REMOVE', '$pendingSince'] },
        outbox: { $cond: [none, '$$REMOVE', '$outbox'] },
      },
    },
  ]);
  const tombstones = [...new Set(entries.filter((entry) => entry.tombstone).map((entry) => entry._id))];
  if (tombstones.length === 0) return;
  // Nothing is ever added to a tombstone, so one that is empty stays empty.
  const deleted = await collection.find({ _id: { $in: tombstones } }, { limit: tombstones.length });
  const empty = deleted
    .filter((document) => document.deletedAt && document.outbox === undefined)
    .map((document) => document._id);
  if (empty.length > 0) await collection.deleteMany({ _id: { $in: empty } });
};
