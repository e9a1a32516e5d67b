import type { DocumentCollection } from '../types';
import { createBatcher } from './batcher';

/** A document that counts its writes. */
export interface Counted {
  readonly _id: string | number;
  readonly v: number;
}

export interface GuardedUpdate<T extends Counted> {
  /** The document as it was read; the change takes effect on exactly that. */
  readonly before: T;
  readonly change: Partial<T>;
  /** Whether a document, read later, shows that this very change took effect, also when others followed. */
  readonly isMine: (later: T) => boolean;
}

/** Changes documents that nobody else changed meanwhile; what is asked at the same moment is one bulk write. Needs an index on `_id, v`. */
export interface GuardedUpdates<T extends Counted> {
  /** False when the document was changed since it was read. */
  update(wanted: GuardedUpdate<T>): Promise<boolean>;
}

const MAX_BATCH = 100;
/** A commit costs the database more than the documents in it. */
const GATHER_MS = 2;

export const createGuardedUpdates = <T extends Counted>(collection: DocumentCollection<T>): GuardedUpdates<T> => {
  const operationOf = ({ before, change }: GuardedUpdate<T>) => ({ filter: { _id: before._id, v: before.v }, update: { $set: { ...change, v: before.v + 1 } } });
  const batcher = createBatcher<GuardedUpdate<T>, boolean>({
    max: MAX_BATCH,
    inFlight: 1,
    gatherMs: GATHER_MS,
    run: async (wanted) => {
      if (wanted.length === 1) {
        const { filter, update } = operationOf(wanted[0]!);
        return [await collection.updateOne(filter, update)];
      }
      if ((await collection.bulkUpdate(wanted.map(operationOf))) === wanted.length) return wanted.map(() => true);
      // The database says how many took effect, the documents say which.
      const ids = [...new Set(wanted.map(({ before }) => before._id))];
      const found = new Map((await collection.find({ _id: { $in: ids } }, { limit: ids.length })).map((document) => [document._id, document]));
      return wanted.map(({ before, isMine }) => {
        const later = found.get(before._id);
        return later !== undefined && isMine(later);
      });
    },
  });
  return { update: (wanted) => batcher.add(wanted) };
};
