import { INT32_MAX, type Row } from '@porchlight/resource';
import { composeKey } from '../document-key';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import { readField } from '../read-field';
import { isEqual } from '../writes/document-diff';
import type { ListPage } from './page-load';
import { buildCondition, type Selection } from './selection';

/** A part of a list in the order of ids. */
export interface IdPage<D extends Document> extends Pick<ListPage<D>, 'load' | 'accountId' | 'selection' | 'need'> {
  readonly descending: boolean;
  /** Last id of the page before; the page begins beyond it. */
  readonly after?: number | undefined;
  /** The highest id of the resource so far. */
  readonly newest: number;
  /** About how many records the whole selection has; undefined when unknown. */
  readonly expected: number | undefined;
  /** An index contains exactly this selection: after an empty window the whole rest is read at once. */
  readonly exact?: boolean;
}

/** Up to this number, ids are read by key, combined with concurrent reads. */
const MAX_KEYED = 150;
const MAX_ROUNDS = 1_000;
const SCAN = 500;

/** Width of the first window: enough for the page at the density of the selection. */
const firstWidth = (need: number, newest: number, expected: number | undefined): number => {
  if (expected === undefined) return Math.min(newest, need * 4 + 16);
  return Math.min(newest, Math.ceil((need * newest * 1.25) / Math.max(1, expected)) + 8);
};

const computeBounds = ({
  selection,
  after,
  descending,
}: Pick<IdPage<Document>, 'selection' | 'after' | 'descending'>) => {
  const { above: low, below } = selection;
  const high = below - 1;
  if (after === undefined) return { low, high };
  return descending ? { low, high: Math.min(high, after - 1) } : { low: Math.max(low, after), high };
};

/** True if a selection without an index can be checked on the documents: equalities only. */
const isPlain = ({ equal, condition, accept }: Selection, indexed: ReadonlySet<string>): boolean =>
  accept.length === 0 &&
  Object.keys(condition).length === 0 &&
  [...equal.keys()].every((field) => !indexed.has(field) && !field.includes('.'));

const holdsIn = ({ equal }: Selection, document: Document): boolean =>
  [...equal].every(([field, { value }]) => {
    const stored = readField(document, field);
    return Array.isArray(stored)
      ? stored.some((part) => isEqual(part, value))
      : stored !== undefined && isEqual(stored, value);
  });

/**
 * Reads documents in id order through windows of ids, each a two-sided range, which widen until the page is full or the
 * end is reached: the cost does not grow with the account on any server, also on those that ignore `limit`.
 */
export const pageById = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: IdPage<D>,
): Promise<D[]> => {
  const { accountId, selection, descending, need, newest, expected, load } = page;
  const { low, high } = computeBounds(page);
  const pageDocuments: D[] = [];
  let width = firstWidth(need, newest, expected);
  let edge = descending ? high : low;

  // The usual page: all records, newest first. Neighbouring ids, read by key and shared with other calls.
  if (isPlain(selection, context.indexed) && descending && width <= MAX_KEYED) {
    const top = Math.min(high, newest);
    const bottom = Math.max(low, top - width);
    const keys = Array.from({ length: Math.max(0, top - bottom) }, (_, at) => composeKey(accountId, top - at));
    for (let at = 0; at < keys.length && pageDocuments.length < need && !load.full();) {
      const chunk = keys.slice(at, at + load.chunk(keys.length - at));
      at += chunk.length;
      const documents = (await Promise.all(chunk.map((key) => context.reads.load(key)))).filter(
        (document) => document !== undefined,
      );
      load.read(documents);
      for (const document of documents)
        if (!document.deletedAt && pageDocuments.length < need && holdsIn(selection, document))
          pageDocuments.push(load.take(document));
    }
    edge = bottom;
  }

  const condition = { accountId, ...buildCondition(selection) };
  const accepts = (document: D): boolean => selection.accept.every((check) => check(document));
  for (let round = 1; pageDocuments.length < need && !load.full() && round <= MAX_ROUNDS; round += 1) {
    if (descending ? edge <= low : edge >= high) break;
    const limit = load.chunk(selection.accept.length > 0 ? Math.max(SCAN, need) : need - pageDocuments.length);
    // The window is open above the newest id, for records that are being created.
    const start = descending ? Math.min(edge, newest) : edge;
    const from = descending ? Math.max(low, start - width) : edge;
    const to = descending ? edge : edge + width >= newest ? high : Math.min(high, edge + width);
    const documents = await context.collection.find(
      { ...condition, id: { $gt: from, $lt: to + 1 } },
      {
        sort: { id: descending ? -1 : 1 },
        limit,
        projection: context.listProjection,
        signal: load.signal,
      },
    );
    load.read(documents);
    for (const document of documents)
      if (pageDocuments.length < need && accepts(document)) pageDocuments.push(load.take(document));
    const cut = documents.length === limit ? documents.at(-1) : undefined;
    if (cut) edge = descending ? cut.id - 1 : cut.id;
    else {
      edge = descending ? from : to;
      if (page.exact && documents.length === 0) width = INT32_MAX;
      else width *= round > 3 ? 8 : 4;
    }
  }
  return pageDocuments;
};

/**
 * Reads the documents of given ids that are in the selection, in the order of the ids, until `need` of them are found.
 */
export const loadPageByIds = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { accountId, selection, need, load }: Pick<ListPage<D>, 'accountId' | 'selection' | 'need' | 'load'>,
  ids: readonly number[],
): Promise<D[]> => {
  const keys = ids.filter((id) => id > selection.above && id < selection.below).map((id) => composeKey(accountId, id));
  const pageDocuments: D[] = [];
  for (let at = 0; at < keys.length && pageDocuments.length < need && !load.full();) {
    const chunk = keys.slice(at, at + load.chunk(Math.min(keys.length - at, need)));
    at += chunk.length;
    const documents = await context.collection.find(
      { _id: { $in: chunk }, accountId, ...buildCondition(selection) },
      { limit: chunk.length, projection: context.listProjection, signal: load.signal },
    );
    load.read(documents);
    const byKey = new Map(documents.map((document) => [document._id, document]));
    for (const key of chunk) {
      const document = byKey.get(key);
      if (
        document &&
        !document.deletedAt &&
        pageDocuments.length < need &&
        selection.accept.every((check) => check(document))
      )
        pageDocuments.push(load.take(document));
    }
  }
  return pageDocuments;
};
