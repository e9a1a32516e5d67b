import { refuse } from '@porchlight/errors';
import type { Condition, Update } from '../contract/document-collection';

/** The version of a document for its entity tag. 0 is no version, so that it is one more than its changes. */
export const toVersion = (changes: number | undefined): number => (changes ?? 0) + 1;

/**
 * Returns the filter by which an update finds the document only if it has the version of `If-Match`; without
 * `ifVersion` the filter stays as it is. `field` counts the changes of the document. The collection has an index of
 * exactly the fields of the filter and `field`.
 */
export const requireVersion = async (
  collection: { updateOne(filter: Condition, update: Update): Promise<boolean> },
  filter: Condition,
  field: string,
  ifVersion: number | undefined,
): Promise<Condition> => {
  if (ifVersion === undefined) return filter;
  // A document that was never changed has no number yet.
  if (ifVersion === 1) await collection.updateOne(filter, [{ $set: { [field]: { $ifNull: [`$${field}`, 0] } } }]);
  return { ...filter, [field]: ifVersion - 1 };
};

/** Throws PRECONDITION_FAILED if a document has another version than `If-Match` names. */
export const assertVersion = (version: number, ifVersion: number | undefined): void => {
  if (ifVersion !== undefined && ifVersion !== version) throw refuse('PRECONDITION_FAILED');
};
