import type { DocumentCollection } from '../types';

const ATTEMPTS = 5;

/**
 * Takes the next numbers of a row that all replicas share: its document counts in `field`. Gives the last one; those
 * taken are it and the ones before, from 1. Each is taken once; one that is not used is a gap.
 */
export const takeNumbers = async <T extends { _id: string | number }>(
  rows: Pick<DocumentCollection<T>, 'findOneAndUpdate' | 'insertMany'>,
  _id: T['_id'],
  field: keyof T & string,
  count = 1,
): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const after = await rows.findOneAndUpdate({ _id }, { $inc: { [field]: count } });
    if (after) return after[field] as number;
    // The first one ever; another process may insert it at the same moment.
    await rows.insertMany([{ _id, [field]: 0 } as unknown as T]);
  }
  throw new Error(`The numbers of ${_id} are neither found nor begun.`);
};
