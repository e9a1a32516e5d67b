import type { Condition, Index } from '../../contract/document-collection';
import { classifyCondition, splitFilter, type SplitFilter } from './split-filter';

/** The field of a sort of which only some records have a value; undefined for any other index. */
const findSparseField = ({ keys, partial, unique }: Index): string | undefined => {
  const [field, ...others] = Object.keys(keys);
  const isSort = !unique && partial !== undefined && others.join() === 'id';
  return isSort && field !== undefined && Object.keys(partial).join() === field ? field : undefined;
};

/**
 * A sparse index of one field in place of a partial one of several, which the embedded server never uses. It contains
 * the values of all accounts: a query finds those of others too, then leaves them out.
 */
export const declareSparse = (index: Index): Index => {
  const field = findSparseField(index);
  return field === undefined ? index : { keys: { [field]: 1 }, sparse: true, global: true };
};

/** Like `splitFilter`; a range of a field with a sparse index of its own is looked up there. */
export const splitSparse = (
  filter: Condition,
  indexes: ReadonlyArray<readonly string[]>,
  sparseFields: readonly string[],
): SplitFilter => {
  const field = sparseFields.find((name) => classifyCondition(filter[name]) === 'range');
  if (field === undefined) return splitFilter(filter, indexes);
  const { [field]: range, ...others } = filter;
  return { covered: { [field]: range }, residual: Object.keys(others).length === 0 ? undefined : others };
};
