import type { Condition } from '../../contract/document-collection';

/** A filter in two parts: an index covers the first; the second is checked on the documents that it finds. */
export interface SplitFilter {
  readonly covered: Condition;
  readonly residual: Condition | undefined;
}

const RANGES = new Set(['$gt', '$gte', '$lt', '$lte']);

/** How an index can serve the condition on one field. */
export const classifyCondition = (value: unknown): 'equal' | 'range' | 'in' | 'other' => {
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof Date ||
    value instanceof Uint8Array ||
    Array.isArray(value)
  )
    return 'equal';
  const operators = Object.keys(value);
  if (operators.length > 0 && operators.every((name) => RANGES.has(name))) return 'range';
  if (operators.length === 1 && operators[0] === '$in') return 'in';
  return operators.some((name) => name.startsWith('$')) ? 'other' : 'equal';
};

const findIndexedFields = (filter: Condition, keys: readonly string[]): string[] => {
  const usedFields: string[] = [];
  for (const [at, key] of keys.entries()) {
    if (!(key in filter)) break;
    const kind = classifyCondition(filter[key]);
    // Lists of values and inclusive upper bounds are only looked up rightly by every server at the end of an index.
    const ends = at === keys.length - 1;
    if (kind === 'other' || (!ends && (kind === 'in' || (kind === 'range' && '$lte' in (filter[key] as object)))))
      break;
    usedFields.push(key);
    if (kind !== 'equal') break;
  }
  return usedFields;
};

/**
 * Splits a filter by the indexes there are. A server that only uses an index which holds every field of the filter
 * reads the whole collection for one field more; the same condition as two steps is fast on every server.
 */
export const splitFilter = (filter: Condition, indexes: ReadonlyArray<readonly string[]>): SplitFilter => {
  const names = Object.keys(filter);
  if (names.length <= 1) return { covered: filter, residual: undefined };
  let best: string[] = [];
  let most = 0;
  for (const keys of indexes) {
    const usedFields = findIndexedFields(filter, keys);
    // One value is more selective than a range.
    const worth = usedFields.reduce((sum, name) => sum + (classifyCondition(filter[name]) === 'equal' ? 2 : 1), 0);
    if (worth > most) [best, most] = [usedFields, worth];
  }
  // An index on _id and a guard covers the whole filter; otherwise _id alone is used.
  if ('_id' in filter && !(best[0] === '_id' && best.length === names.length)) best = ['_id'];
  if (best.length === 0 || best.length === names.length) return { covered: filter, residual: undefined };
  const covered: Condition = {};
  const residual: Condition = {};
  for (const name of names) (best.includes(name) ? covered : residual)[name] = filter[name];
  return { covered, residual };
};
