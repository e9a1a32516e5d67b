import { filterNamed, INT32_MAX, type Descriptor, type FilterValues, type Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { Condition } from '../contract/document-collection';
import { buildCondition, type Selection } from './selection';

/** Substrings are counted by reading candidates; never more than this many. */
const MAX_COUNTED = 100_000;

/** The counter with the total of a list; undefined if the total must be counted through an index. */
export const countKeyFor = <R extends Row>(
  descriptor: Descriptor<R>,
  filters: readonly FilterValues[],
  selection: Selection,
): string | undefined => {
  // At most one equality and no other condition: a counter has exactly this meaning.
  const idBounds = selection.above > 0 || selection.below <= INT32_MAX;
  if (idBounds || selection.ids || selection.accept.length > 0 || Object.keys(selection.condition).length > 0)
    return undefined;
  const [only, ...more] = [...selection.equal.values()];
  if (more.length > 0) return undefined;
  if (!only) return filters.length === 0 ? 'total' : undefined;
  const [filter, ...others] = filters;
  const declared = filter && filterNamed(descriptor, filter.name);
  const fits = filter === undefined || (others.length === 0 && declared?.match === 'equals');
  return fits ? only.count : undefined;
};

const buildFilter = (accountId: number, selection: Selection): Condition => ({
  accountId,
  ...buildCondition(selection),
  id: { $gt: selection.above, $lt: selection.below },
});

/**
 * Ids of a selection that the database cannot evaluate alone. Candidates are read in one query with only the compared
 * fields; whole records would cost many times as much. `all` is false if there were too many candidates.
 */
export const findMatches = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  accountId: number,
  selection: Selection,
): Promise<{ readonly ids: number[]; readonly all: boolean }> => {
  const projection = Object.fromEntries(['id', ...selection.looksAt].map((field) => [field, 1 as const]));
  const filter = buildFilter(accountId, selection);
  const candidates = await context.collection.find(filter, { limit: MAX_COUNTED, projection });
  const matching = candidates.filter((document) => selection.accept.every((check) => check(document)));
  return { ids: matching.map(({ id }) => id), all: candidates.length < MAX_COUNTED };
};

/**
 * Counts a selection through an index. The result is cached if it depends on stored counters only, until one of them
 * changes.
 */
export const countSelection = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  accountId: number,
  selection: Selection,
): Promise<number> => {
  const filter = buildFilter(accountId, selection);
  // The cost grows with the matches: concurrent equal counts share one query.
  const key = JSON.stringify(filter);
  const count = (): Promise<number> => context.shareCount(key, () => context.collection.count(filter));
  const parts = listCounters(selection);
  return parts === undefined ? count() : context.cacheCount({ accountId, filter: key, parts }, count);
};

/** The stored counters of a selection; undefined if it has other conditions. */
const listCounters = ({ equal, condition }: Selection): string[] | undefined => {
  const parts = [...equal.values()].map(({ count }) => count);
  return parts.length > 0 && Object.keys(condition).length === 0 && parts.every((part) => part !== undefined)
    ? parts
    : undefined;
};

/** The lowest stored counter of the selection's equalities: an upper bound of its records. */
export const estimateTotal = async <R extends Row, D extends Document>(
  { counters }: Pick<ResourceContext<R, D>, 'counters'>,
  accountId: number,
  selection: Selection,
): Promise<number | undefined> => {
  if (selection.equal.size === 0) return counters.read(accountId, 'total');
  const keys = [...selection.equal.values()].flatMap(({ count }) => count ?? []);
  const counts = await Promise.all(keys.map((key) => counters.read(accountId, key)));
  const tracked = counts.filter((count) => count !== undefined);
  return tracked.length === 0 ? undefined : Math.min(...tracked);
};

/** The sum of counters; undefined if one is not stored: the text of a filter may be unknown, or one too many. */
export const sumCounters = async <R extends Row, D extends Document>(
  { counters }: Pick<ResourceContext<R, D>, 'counters'>,
  accountId: number,
  keys: readonly string[],
): Promise<number | undefined> => {
  const counts = await Promise.all(keys.map((key) => counters.read(accountId, key)));
  return counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : undefined;
};
