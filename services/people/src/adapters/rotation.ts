import type { DocumentCollection } from '@porchlight/store';
import type { Rotation } from '../ports';

/** How many turns of a group were taken. */
export interface RotationDocument {
  /** `<accountId>:<groupId>` */
  _id: string;
  taken: number;
}

const ATTEMPTS = 5;

/**
 * Makes the rotation: one counter for each group, shared by all replicas. Turns that are asked for while a write is under
 * way are taken together in the next one.
 */
export const createRotation = (collection: DocumentCollection<RotationDocument>): Rotation => {
  const waiting = new Map<string, Array<{ resolve(turn: number): void; reject(error: unknown): void }>>();

  const take = async (_id: string, count: number): Promise<number> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const after = await collection.findOneAndUpdate({ _id }, { $inc: { taken: count } });
      if (after) return after.taken - count;
      const refused = await collection.insertMany([{ _id, taken: count }]);
      if (refused.length === 0) return 0;
    }
    throw new Error(`No turn of group ${_id} in ${ATTEMPTS} attempts.`);
  };

  const serve = async (id: string): Promise<void> => {
    for (let queue = waiting.get(id); queue && queue.length > 0; queue = waiting.get(id)) {
      const served = queue.splice(0);
      await take(id, served.length).then(
        (first) => served.forEach(({ resolve }, at) => resolve(first + at)),
        (error: unknown) => served.forEach(({ reject }) => reject(error)),
      );
    }
    waiting.delete(id);
  };

  return {
    next: (accountId, groupId) =>
      new Promise((resolve, reject) => {
        const id = `${accountId}:${groupId}`;
        const queue = waiting.get(id);
        if (queue) return void queue.push({ resolve, reject });
        waiting.set(id, [{ resolve, reject }]);
        void serve(id);
      }),
  };
};
