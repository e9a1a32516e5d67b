import type { DocumentCollection } from '../contract/document-collection';

const ATTEMPTS = 5;

/**
 * Takes the next numbers of a sequence that all replicas share, stored in `field`. Returns the last one; the first
 * number is 1. Each number is taken once; an unused number leaves a gap.
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
    // The first number of the sequence; another process may insert the document concurrently.
    await rows.insertMany([Object.assign({} as T, { _id, [field]: 0 })]);
  }
  throw new Error(`The numbers of ${_id} are neither found nor begun.`);
};
