import { number } from '../schema/columns';
import type { DocumentSchema } from '../schema/document-schema';

/** The last ids of an account: `_id` is the account, one field per resource. */
export type SequenceDocument = { _id: number } & Record<string, number>;

export const sequenceSchema: DocumentSchema<SequenceDocument> = {
  columns: { _id: number },
  indexes: [],
  others: number,
};
