import { startStopwatch } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';
import { randomInt } from 'node:crypto';
import type { Document } from '../../contract/document';
import type { DocumentCollection } from '../../contract/document-collection';
import { composeKey } from '../../document-key';
import { readSortValue, type Order } from '../../lists/sort-documents';
import type { Column, Columns } from '../../schema/columns';

/** With fewer records, a query of the whole account is as fast as a sample. */
const MIN_RECORDS = 2_000;
/** Records for each sample, up to a number of samples: more make ranges more even. */
const RECORDS_PER_SAMPLE = 150;
const MAX_SAMPLES = 512;
const MAX_AGE_MS = 60_000;
const MAX_ENTRIES = 500;
/** UTF-16 units of a text that are stored: the beginning of a text divides values as well as the text does. */
const MAX_TEXT = 32;

type Value = string | number | boolean | Date;

/** A value between which and the next fence there are about as many records as between any two others. */
export interface Fence {
  readonly value: Value;
  /** About the part of the records that have exactly this value; 0 if the sample has it once. */
  readonly share: number;
}

/** Order of the database: texts by their UTF-8 bytes. */
const compareStored = (a: Value, b: Value): number => {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
};

/** The beginning of a long text; a pair of surrogates stays whole, so that the order of texts stays. */
const shorten = (value: Value): Value =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '') : value;

const findFences = (values: readonly Value[], samples: number): Fence[] => {
  const fences: Array<{ value: Value; share: number }> = [];
  for (const value of values.map(shorten).sort(compareStored)) {
    const last = fences.at(-1);
    if (!last || compareStored(last.value, value) !== 0) fences.push({ value, share: 0 });
    else last.share = last.share === 0 ? 2 / samples : last.share + 1 / samples;
  }
  return fences;
};

/** The lowest value of a column, by its type. */
const findLowest = (column: Column<unknown> | undefined): Value => {
  const { type } = (column?.define() ?? {}) as { readonly type?: unknown };
  if (type === Date) return new Date(-8_640_000_000_000_000);
  return type === Number ? Number.NEGATIVE_INFINITY : '';
};

/**
 * Divides the values of a sort field into ranges with about the same number of records, by a random sample of the
 * account's records: on a server that ignores `limit`, a query costs as much as all records that match. Old fences give
 * other ranges, never other results.
 */
export const createValueFences = <D extends Document>(
  collection: Pick<DocumentCollection<D>, 'find'>,
  columns: Columns,
  elapsed = startStopwatch(),
) => {
  const cache = new LRUCache<
    string,
    { readonly fences: readonly Fence[]; readonly newest: number; readonly at: number }
  >({
    max: MAX_ENTRIES,
  });
  /**
   * Fences in ascending order of the database; none for a small account. `newest`: its highest id. A partial sort has a
   * fence below all values: few records may have one, and only a query with a bound uses the index of the field.
   */
  return async (
    accountId: number,
    { field, partial = false }: Pick<Order, 'field' | 'partial'>,
    newest: number,
    signal: AbortSignal,
  ): Promise<readonly Fence[]> => {
    if (newest < MIN_RECORDS) return [];
    const key = `${accountId}:${field}`;
    const before = cache.get(key);
    if (before && newest < before.newest * 1.2 && elapsed() - before.at < MAX_AGE_MS) return before.fences;
    const samples = Math.min(MAX_SAMPLES, Math.ceil(newest / RECORDS_PER_SAMPLE));
    const step = Math.ceil(newest / samples);
    const ids = Array.from({ length: samples }, (_, at) => Math.floor((at * newest) / samples) + randomInt(1, step));
    const documents = await collection.find(
      { _id: { $in: [...new Set(ids)].map((id) => composeKey(accountId, id)) }, accountId },
      { limit: samples, projection: { id: 1, [field]: 1 }, signal },
    );
    const values = documents.map((document) => readSortValue(document, field)).filter((value) => value !== null);
    const sampled = findFences(values, Math.max(1, documents.length));
    const fences = partial ? [{ value: findLowest(columns[field]), share: 0 }, ...sampled] : sampled;
    cache.set(key, { fences, newest, at: elapsed() });
    return fences;
  };
};

/** Bounds of a range of values: the one at which reading begins, and the one at which it ends. */
export interface ValueRange {
  readonly near: Readonly<Record<string, unknown>>;
  readonly far: Readonly<Record<string, unknown>>;
  /** Many records have the value at the far end, which the range excludes; they are read next, by windows of ids. */
  readonly crowd?: Fence;
}

/** The ranges between fences beyond a value, or of all values, in the order in which a list shows them. */
export const splitAtFences = (fences: readonly Fence[], start: unknown, descending: boolean): ValueRange[] => {
  const [beyond, until, including] = descending ? ['$lt', '$gt', '$gte'] : ['$gt', '$lt', '$gte'];
  const beyondStart = (fence: Fence): boolean => {
    if (start === undefined) return true;
    const order = compareStored(fence.value, start as Value);
    return descending ? order < 0 : order > 0;
  };
  const ranges: ValueRange[] = [];
  let near: ValueRange['near'] = start === undefined ? {} : { [beyond]: start };
  for (const fence of (descending ? fences.toReversed() : fences).filter(beyondStart)) {
    if (fence.share > 0) {
      ranges.push({ near, far: { [until]: fence.value }, crowd: fence });
      near = { [beyond]: fence.value };
    } else {
      // A fence belongs to the range above it: servers look up `$gte` and `$lt` everywhere in an index.
      ranges.push({ near, far: descending ? { [including]: fence.value } : { [until]: fence.value } });
      near = { [descending ? beyond : including]: fence.value };
    }
  }
  return [...ranges, { near, far: {} }];
};
