import { FailedItem } from '@porchlight/runtime';
import { createStoreBatcher } from '../batching/store-batcher';
import type { DocumentCollection } from '../contract/document-collection';
import { StorageUnavailable } from '../storage-unavailable';
import type { Deltas } from './count-keys';
import { addWhen, createGrowthCheck } from './counter-limits';
import type { CounterDocument } from './counter-document';

/** Changes of one counter document by the writes of an instance up to a number. */
interface CounterMove {
  /** `_id` of an existing counter document. */
  readonly id: string;
  readonly instance: string;
  readonly number: number;
  readonly deltas: Deltas;
}

const MAX_BATCH = 50;
const IN_FLIGHT = 2;

/**
 * One atomic step: it changes nothing if the write is already counted, if the instance is fenced, or in other
 * documents.
 */
const buildStage = ({ id, instance, number, deltas }: CounterMove): Record<string, unknown> => {
  const mark = `$marks.${instance}`;
  const due = {
    $and: [
      { $eq: ['$_id', id] },
      { $lt: [{ $ifNull: [mark, 0] }, number] },
      { $eq: [{ $ifNull: [`$fenced.${instance}`, false] }, false] },
    ],
  };
  // The mark is last, because the expressions of the counts read the previous one.
  return {
    $set: {
      ...addWhen(due, deltas),
      [`marks.${instance}`]: { $cond: [due, number, { $ifNull: [mark, '$$REMOVE'] }] },
    },
  };
};

/**
 * Returns a function that applies a difference to a counter document exactly once; calls may be repeated. The result is
 * false if the relay has fenced the instance in the document. Throws UNAVAILABLE; a retry is safe. Waiting differences
 * of all documents and resources share one write, because the commit is the largest cost. If the write is interrupted,
 * the mark of each document shows what it contains.
 */
export const createCounterWrites = (collection: DocumentCollection<CounterDocument>) => {
  const noteGrowth = createGrowthCheck(collection);

  const apply = async (moves: readonly CounterMove[]): Promise<boolean[]> => {
    const ids = [...new Set(moves.map(({ id }) => id))];
    const filter = { _id: { $in: ids } };
    const changed = await collection.updateMany(filter, moves.map(buildStage));
    // If only one instance changes a document and it changed, none of its differences was refused.
    const movers = new Set(moves.map(({ id, instance }) => `${id} ${instance}`));
    if (changed === ids.length && movers.size === ids.length) return moves.map(() => true);
    const counters = await collection.find(filter, { limit: ids.length, projection: { marks: 1 } });
    const marks = new Map(counters.map((document) => [document._id, document.marks ?? {}]));
    return moves.map(({ id, instance, number }) => (marks.get(id)?.[instance] ?? 0) >= number);
  };

  /** A batch that fails is applied move by move: one document that cannot be written stops no other. */
  const applyEach = (moves: readonly CounterMove[]): Promise<(boolean | FailedItem)[]> =>
    Promise.all(
      moves.map((move) =>
        apply([move]).then(
          ([applied]) => applied ?? false,
          (error: unknown) => new FailedItem(error),
        ),
      ),
    );

  const batcher = createStoreBatcher<CounterMove, boolean>({
    maxItems: MAX_BATCH,
    inFlight: IN_FLIGHT,
    run: async (moves) => {
      try {
        return await apply(moves);
      } catch (error) {
        const away = error instanceof StorageUnavailable && !error.answered;
        if (away || moves.length === 1) throw error;
        return applyEach(moves);
      }
    },
  });
  return async (move: CounterMove): Promise<boolean> => {
    const isApplied = await batcher.add(move);
    void noteGrowth(move.id, Object.keys(move.deltas).length);
    return isApplied;
  };
};
