import type { DocumentCollection } from '../contract/document-collection';
import { inAccounts } from '../routing/statement-accounts';

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
  /** The account of the sequence, if `_id` does not begin with it. */
  accountId?: number,
): Promise<number> => {
  const filter = accountId === undefined ? { _id } : inAccounts({ _id }, [accountId]);
  const owner = accountId !== undefined && { accountId };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const after = await rows.findOneAndUpdate(filter, { $inc: { [field]: count } });
    if (after) return after[field] as number;
    // The first number of the sequence; another process may insert the document concurrently.
    await rows.insertMany([Object.assign({} as T, { _id, ...owner, [field]: 0 })]);
  }
  throw new Error(`The numbers of ${_id} are neither found nor begun.`);
};
