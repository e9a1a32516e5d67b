import { INT32_MAX, type Row } from '@porchlight/resource';
import { keyOf } from '../document-key';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../types';
import { isEqual } from '../writes/document-diff';
import { conditionOf, type Selection } from './selection';

/** A stretch of a list in id order. */
export interface IdPage {
  readonly accountId: number;
  readonly selection: Selection;
  readonly descending: boolean;
  /** How many documents are wanted. */
  readonly need: number;
  /** Last id of the page before; the page begins beyond it. */
  readonly after?: number | undefined;
  /** Highest id ever given out. */
  readonly newest: number;
  /** About how many records the whole selection has; undefined when unknown. */
  readonly expected: number | undefined;
  /** An index holds just this selection: where a window of it is empty, all the rest is read at once. */
  readonly exact?: boolean;
}

/** Up to this many ids are read one by one, together with what other calls read at the moment. */
const MAX_KEYED = 150;
const MAX_ROUNDS = 1_000;
const SCAN = 500;

/** Width of the first window: what should hold the page, by how dense the selection is. */
const firstWidth = (need: number, newest: number, expected: number | undefined): number => {
  if (expected === undefined) return Math.min(newest, need * 4 + 16);
  return Math.min(newest, Math.ceil((need * newest * 1.25) / Math.max(1, expected)) + 8);
};

const boundsOf = ({ selection, after, descending }: IdPage): { low: number; high: number } => {
  const low = Math.max(0, selection.above);
  const high = Math.min(INT32_MAX, selection.below - 1);
  if (after === undefined) return { low, high };
  return descending ? { low, high: Math.min(high, after - 1) } : { low: Math.max(low, after), high };
};

/** Whether a selection without index of its own can be checked on the documents themselves: equalities only. */
const isPlain = ({ equal, condition, accept }: Selection, indexed: ReadonlySet<string>): boolean =>
  accept.length === 0 && Object.keys(condition).length === 0 && [...equal.keys()].every((field) => !indexed.has(field) && !field.includes('.'));

const holdsIn = ({ equal }: Selection, document: Document): boolean =>
  [...equal].every(([field, { value }]) => {
    const kept = (document as unknown as Record<string, unknown>)[field];
    return Array.isArray(kept) ? kept.some((part) => isEqual(part, value)) : kept !== undefined && isEqual(kept, value);
  });

/**
 * Reads documents in id order through windows of ids, each a two-sided range, which widen until the page is full or the
 * end is reached: the cost does not grow with the account on any server, also on those that ignore `limit`.
 */
export const pageById = async <R extends Row, D extends Document>(context: ResourceContext<R, D>, page: IdPage): Promise<D[]> => {
  const { accountId, selection, descending, need, newest, expected } = page;
  const { low, high } = boundsOf(page);
  const found: D[] = [];
  let width = firstWidth(need, newest, expected);
  let edge = descending ? high : low;

  // The usual page: all records, newest first. Neighbouring ids, read by key and shared with other calls.
  if (isPlain(selection, context.indexed) && descending && width <= MAX_KEYED) {
    const top = Math.min(high, newest);
    const bottom = Math.max(low, top - width);
    const keys = Array.from({ length: Math.max(0, top - bottom) }, (_, at) => keyOf(accountId, top - at));
    for (const document of await Promise.all(keys.map((key) => context.reads.load(key))))
      if (document && !document.deletedAt && found.length < need && holdsIn(selection, document)) found.push(document);
    edge = bottom;
  }

  const condition = { accountId, ...conditionOf(selection) };
  const accepts = (document: D): boolean => selection.accept.every((check) => check(document));
  for (let round = 1; found.length < need && round <= MAX_ROUNDS; round += 1) {
    if (descending ? edge <= low : edge >= high) break;
    const limit = selection.accept.length > 0 ? Math.max(SCAN, need) : need - found.length;
    // Upward of the newest id there is nothing yet; the window stays open there, for what is being created now.
    const start = descending ? Math.min(edge, newest) : edge;
    const from = descending ? Math.max(low, start - width) : edge;
    const to = descending ? edge : edge + width >= newest ? high : Math.min(high, edge + width);
    const documents = await context.collection.find({ ...condition, id: { $gt: from, $lt: to + 1 } }, {
      sort: { id: descending ? -1 : 1 },
      limit,
      projection: context.listProjection,
    });
    for (const document of documents) if (found.length < need && accepts(document)) found.push(document);
    const cut = documents.length === limit ? documents.at(-1) : undefined;
    if (cut) edge = descending ? cut.id - 1 : cut.id;
    else {
      edge = descending ? from : to;
      if (page.exact && documents.length === 0) width = INT32_MAX;
      else width *= round > 3 ? 8 : 4;
    }
  }
  return found;
};

/** Reads the documents of given ids that are in the selection, in id order. */
export const pageOfIds = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  accountId: number,
  selection: Selection,
  ids: Iterable<number>,
  descending: boolean,
): Promise<D[]> => {
  const keys = [...ids].filter((id) => id > 0 && id <= INT32_MAX && id > selection.above && id < selection.below).map((id) => keyOf(accountId, id));
  if (keys.length === 0) return [];
  const found = await context.collection.find(
    { _id: { $in: keys }, accountId, ...conditionOf(selection) },
    { sort: { _id: descending ? -1 : 1 }, limit: keys.length, projection: context.listProjection },
  );
  return found.filter((document) => !document.deletedAt && selection.accept.every((check) => check(document)));
};
