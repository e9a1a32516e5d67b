import { createBatcher, type DocumentCollection } from '@porchlight/store';
import type { Rotation } from '../ports';

/** How many turns of a group were taken. */
export interface RotationDocument {
  /** `<accountId>:<groupId>` */
  _id: string;
  taken: number;
}

const ATTEMPTS = 5;
const MAX_BATCH = 500;

/**
 * Makes the rotation: one counter for each group, shared by all replicas. Turns that are asked for while a write is under
 * way are taken together in the next one.
 */
export const createRotation = (collection: DocumentCollection<RotationDocument>): Rotation => {
  const take = async (_id: string, count: number): Promise<number> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const after = await collection.findOneAndUpdate({ _id }, { $inc: { taken: count } });
      if (after) return after.taken - count;
      const refused = await collection.insertMany([{ _id, taken: count }]);
      if (refused.length === 0) return 0;
    }
    throw new Error(`No turn of group ${_id} in ${ATTEMPTS} attempts.`);
  };

  const batcher = createBatcher<string, number>({
    max: MAX_BATCH,
    inFlight: 1,
    run: async (ids) => {
      const groups = Map.groupBy(ids, (id) => id);
      const next = new Map(await Promise.all([...groups].map(async ([id, { length }]) => [id, await take(id, length)] as const)));
      return ids.map((id) => {
        const turn = next.get(id) as number;
        next.set(id, turn + 1);
        return turn;
      });
    },
  });
  return { next: (accountId, groupId) => batcher.add(`${accountId}:${groupId}`) };
};
