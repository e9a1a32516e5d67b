import type { DocumentCollection } from '../contract/document-collection';
import { createStoreBatcher } from './store-batcher';
import { MAX_REPLACED, replaceEach } from './replace-each';

/** A document with a version. */
interface Counted {
  readonly _id: string | number;
  readonly v: number;
}

/** One change of one document. */
interface GuardedUpdate<T extends Counted> {
  /** The document that was read; the update applies only to this version. */
  readonly before: T;
  readonly change: Partial<T>;
  /** Returns true if a document that was read later shows that this change took effect, also if others followed. */
  readonly isMine: (later: T) => boolean;
}

/**
 * Linger after several updates, ms: a commit costs more than its documents, and callers that were served together share
 * the next batch too. A single caller never waits.
 */
const LINGER_MS = 2;

/**
 * Guarded updates: the result is false if the document was changed since it was read. Concurrent updates share one
 * write. Needs an index on `_id, v`.
 */
export const createGuardedUpdates = <T extends Counted>(collection: DocumentCollection<T>) => {
  const buildSet = ({ before, change }: GuardedUpdate<T>) => ({ ...change, v: before.v + 1 });
  const batcher = createStoreBatcher<GuardedUpdate<T>, boolean>({
    maxItems: MAX_REPLACED,
    lingerMs: (ended) => (ended !== undefined && ended.items > 1 ? LINGER_MS : 0),
    run: async (updates) => {
      const [only] = updates;
      if (updates.length === 1)
        return [await collection.updateOne({ _id: only!.before._id, v: only!.before.v }, { $set: buildSet(only!) })];
      const ids = [...new Set(updates.map(({ before }) => before._id))];
      const replacements = updates.map((one) => ({
        _id: one.before._id,
        when: { $eq: ['$v', one.before.v] },
        set: buildSet(one),
      }));
      if ((await collection.updateMany({ _id: { $in: ids } }, replaceEach(replacements))) === updates.length)
        return updates.map(() => true);
      // The database returns the number of updates that took effect; the documents show which.
      const documents = await collection.find({ _id: { $in: ids } }, { limit: ids.length });
      const byId = new Map(documents.map((document) => [document._id, document]));
      return updates.map(({ before, isMine }) => {
        const later = byId.get(before._id);
        return later !== undefined && isMine(later);
      });
    },
  });
  return { update: (update: GuardedUpdate<T>): Promise<boolean> => batcher.add(update) };
};
