import { createBatcher } from '../batching/batcher';
import type { DocumentCollection } from '../types';
import { fieldOf, type Deltas } from './count-keys';
import type { CounterDocument } from './counters';

/** What a fold of an instance moves in one counter document. */
export interface CounterMove {
  /** `_id` of a counter document that is there. */
  readonly id: string;
  readonly instance: string;
  readonly fold: number;
  readonly deltas: Deltas;
}

/** Moves counts in their documents. */
export interface CounterWrites {
  /**
   * Applies a move once, however often it is asked. False when the sweeper has fenced the instance in the document.
   * Throws UNAVAILABLE; then asking again is safe.
   */
  move(move: CounterMove): Promise<boolean>;
}

const MAX_BATCH = 50;
const IN_FLIGHT = 2;

/** In one atomic step: is this fold in already, or is the instance fenced, or is it another's document? Then it changes nothing. */
const stageOf = ({ id, instance, fold, deltas }: CounterMove): Record<string, unknown> => {
  const mark = `$marks.${instance}`;
  const due = {
    $and: [{ $eq: ['$_id', id] }, { $lt: [{ $ifNull: [mark, 0] }, fold] }, { $eq: [{ $ifNull: [`$fenced.${instance}`, false] }, false] }],
  };
  const set: Record<string, unknown> = {};
  for (const [key, delta] of Object.entries(deltas)) {
    const field = `n.${fieldOf(key)}`;
    set[field] = { $cond: [due, { $add: [{ $ifNull: [`$${field}`, 0] }, delta] }, { $ifNull: [`$${field}`, '$$REMOVE'] }] };
  }
  // Last, for what is set above asks for the mark as it was.
  set[`marks.${instance}`] = { $cond: [due, fold, { $ifNull: [mark, '$$REMOVE'] }] };
  return { $set: set };
};

/**
 * What waits at the same moment, of all documents and all resources, is one write: a commit costs more than what is in it.
 * Where that write is cut off in the middle, each document tells by its mark what it holds.
 */
export const createCounterWrites = (collection: DocumentCollection<CounterDocument>): CounterWrites => {
  const batcher = createBatcher<CounterMove, boolean>({
    max: MAX_BATCH,
    inFlight: IN_FLIGHT,
    run: async (moves) => {
      const ids = [...new Set(moves.map(({ id }) => id))];
      const filter = { _id: { $in: ids } };
      const changed = await collection.updateMany(filter, moves.map(stageOf));
      // Where one instance alone moves a document and it changed, no move of it was refused.
      const movers = new Set(moves.map(({ id, instance }) => `${id} ${instance}`));
      if (changed === ids.length && movers.size === ids.length) return moves.map(() => true);
      const found = await collection.find(filter, { limit: ids.length, projection: { marks: 1 } });
      const marks = new Map(found.map((document) => [document._id, document.marks ?? {}]));
      return moves.map(({ id, instance, fold }) => (marks.get(id)?.[instance] ?? 0) >= fold);
    },
  });
  return { move: (move) => batcher.add(move) };
};
