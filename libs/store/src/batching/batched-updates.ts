import { StorageUnavailable } from '../storage-unavailable';
import type { Document, OutboxEntry } from '../contract/document';
import type { DocumentCollection, Update } from '../contract/document-collection';
import { createStoreBatcher } from './store-batcher';
import { MAX_REPLACED, replaceEach, type Replacement } from './replace-each';

/** An update of a document, guarded by the version that was read. */
export interface DocumentUpdate {
  readonly before: Document;
  readonly set: Readonly<Record<string, unknown>> & { readonly version: number };
  readonly unset?: Readonly<Record<string, ''>>;
  /** For the outbox. */
  readonly entries: readonly OutboxEntry[];
  /** The entries replace those of the document instead of following them. */
  readonly replacesOutbox: boolean;
  readonly now: Date;
}

interface IdentifiedUpdate {
  readonly update: DocumentUpdate;
  /** Id of the write that created the version. */
  readonly writeId: string;
}

/** The fields to set, with the outbox if it is replaced. */
const allSet = ({ set, entries, replacesOutbox, now }: DocumentUpdate): Readonly<Record<string, unknown>> =>
  replacesOutbox ? { ...set, outbox: entries, pendingSince: now } : set;

const appendsToOutbox = ({ entries, replacesOutbox }: DocumentUpdate): boolean => entries.length > 0 && !replacesOutbox;

const byOperators = (update: DocumentUpdate): Update => ({
  $set: allSet(update),
  ...(update.unset && Object.keys(update.unset).length > 0 && { $unset: update.unset }),
  ...(appendsToOutbox(update) && { $push: { outbox: { $each: update.entries } }, $min: { pendingSince: update.now } }),
});

const buildReplacement = ({ update, writeId }: IdentifiedUpdate): Replacement => ({
  _id: update.before._id,
  when: { $eq: ['$version', update.before.version] },
  set: { ...allSet(update), lastWrite: writeId },
  ...(appendsToOutbox(update) && {
    derived: {
      outbox: { $concatArrays: [{ $ifNull: ['$outbox', []] }, { $literal: update.entries }] },
      pendingSince: { $ifNull: ['$pendingSince', update.now] },
    },
  }),
});

type Outcome = 'yes' | 'no' | 'again' | 'unknown';

/**
 * Returns an update of a single document; concurrent ones are one write. The result is false if the version of the
 * document has changed. Throws UniqueConflict, and StorageUnavailable with `sent` if the outcome is unknown.
 * `nextWriteId` returns ids that are unique over all processes.
 */
export const createBatchedUpdates = <D extends Document>(
  collection: DocumentCollection<D>,
  nextWriteId: () => string,
) => {
  const alone = (update: DocumentUpdate): Promise<boolean> => {
    const { accountId, id, version } = update.before;
    return collection.updateOne({ accountId, id, version }, byOperators(update));
  };

  /**
   * Finds which updates of a batch took effect if not all did. One write creates a version, and its id identifies it.
   */
  const detectOutcomes = async (batch: readonly IdentifiedUpdate[], otherwise: Outcome): Promise<Outcome[]> => {
    const _id = { $in: batch.map(({ update }) => update.before._id) };
    const looked = collection.find({ _id }, { limit: batch.length, projection: { version: 1, lastWrite: 1 } });
    const documents = await looked.catch((error: unknown) => Promise.reject(new StorageUnavailable(true, error)));
    const now = new Map(documents.map((document) => [document._id, document]));
    return batch.map(({ update: { before, set }, writeId }) => {
      const document = now.get(before._id);
      if (document?.lastWrite === writeId) return 'yes';
      return document && document.version <= set.version ? otherwise : 'unknown';
    });
  };

  const writeBatch = async (batch: readonly IdentifiedUpdate[]): Promise<Outcome[]> => {
    const ids = batch.map(({ update }) => update.before._id);
    try {
      const changed = await collection.updateMany({ _id: { $in: ids } }, replaceEach(batch.map(buildReplacement)));
      if (changed === batch.length) return batch.map(() => 'yes');
    } catch (error) {
      if (error instanceof StorageUnavailable && !error.answered) throw error;
      // One of them was refused, or together they are too large: the others are written again, each alone.
      return detectOutcomes(batch, 'again');
    }
    return detectOutcomes(batch, 'no');
  };

  const batcher = createStoreBatcher<DocumentUpdate, Outcome>({
    maxItems: MAX_REPLACED,
    run: async (updates) =>
      updates.length === 1
        ? [(await alone(updates[0]!)) ? 'yes' : 'no']
        : writeBatch(updates.map((update) => ({ update, writeId: nextWriteId() }))),
  });
  return async (update: DocumentUpdate): Promise<boolean> => {
    // Not every server can remove a field by an expression.
    if (update.unset && Object.keys(update.unset).length > 0) return alone(update);
    const outcome = await batcher.add(update);
    if (outcome === 'unknown') throw new StorageUnavailable(true);
    return outcome === 'again' ? alone(update) : outcome === 'yes';
  };
};
