import { INT32_MAX, type Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { Condition } from '../contract/document-collection';
import { isEqual } from '../writes/document-diff';
import { pageById } from './page-by-id';
import type { ListPage } from './page-load';
import { buildCondition, hasRange, type Selection } from './selection';
import { readSortValue } from './sort-documents';

const MAX_ROUNDS = 1_000;
const SCAN = 500;
/** Matches all non-null values. The redundant condition lets MongoDB use the partial index. */
const ANY_VALUE = { $exists: true, $ne: null };

/**
 * One page of a list that is sorted by a field. Ties are in descending order of id; records without a value are lowest.
 * Keyset pagination over the index {accountId, field, id}: first the rest of the group of equal values in which the
 * previous page ended, then the values beyond it. Each query is a range in the order of the index.
 */
export const pageByValue = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { accountId, selection, order: { field, partial = false, descending }, need, position, load }: ListPage<D>,
  newest: number,
): Promise<D[]> => {
  const present = partial ? { $exists: true } : {};
  const { [field]: own, ...rest } = { accountId, ...buildCondition(selection) } as Condition;
  const base: Condition =
    own === undefined
      ? rest
      : { ...rest, $and: [...((rest['$and'] as Condition[] | undefined) ?? []), { [field]: own }] };
  const low = selection.above;
  const high = selection.below - 1;
  const bounded = low > 0 || high < INT32_MAX;
  const nextLimit = (): number => load.chunk(selection.accept.length > 0 ? Math.max(SCAN, need) : need);
  const isOpen = (): boolean => found.length < need && !load.full();
  const { listProjection: projection } = context;
  const found: D[] = [];
  const take = (documents: readonly D[]): void => {
    for (const document of documents)
      if (isOpen() && selection.accept.every((check) => check(document))) found.push(load.take(document));
  };
  const find = async (filter: Condition, sort: Record<string, 1 | -1>, limit: number): Promise<D[]> => {
    const documents = await context.collection.find(filter, { sort, limit, projection, signal: load.signal });
    load.read(documents);
    return documents;
  };

  /** Records without a value, from an id downwards, in windows of ids: there may be no index that contains them. */
  const without = async (after?: number): Promise<void> => {
    // A range matches only records with a value.
    if (!isOpen() || selection.equal.has(field) || hasRange(own)) return;
    const lacking: Selection = { ...selection, condition: { ...base, [field]: null }, equal: new Map() };
    const exact = !partial && selection.accept.length === 0;
    const page = { accountId, selection: lacking, descending: true, need: need - found.length, after, newest, load };
    found.push(...(await pageById(context, { ...page, expected: undefined, exact })));
  };

  /** The group of one value, from an id downwards. */
  const group = async (value: unknown, below?: number): Promise<void> => {
    let top = below === undefined ? high : Math.min(high, below - 1);
    for (let round = 0; isOpen() && top > low && round < MAX_ROUNDS; round += 1) {
      const limit = nextLimit();
      const documents = await find({ ...base, [field]: value, id: { $gt: low, $lt: top + 1 } }, { id: -1 }, limit);
      take(documents);
      if (documents.length < limit) return;
      top = (documents.at(-1) as D).id - 1;
    }
  };

  /** All values beyond the given one; all values if it is undefined. */
  const beyond = async (value: unknown): Promise<void> => {
    let start = value;
    const direction = descending ? -1 : 1;
    for (let round = 0; isOpen() && round < MAX_ROUNDS; round += 1) {
      const range = start === undefined ? ANY_VALUE : { [descending ? '$lt' : '$gt']: start, ...present };
      const filter = { ...base, [field]: range, ...(bounded && { id: { $gt: low, $lt: high + 1 } }) };
      const limit = nextLimit();
      const documents = await find(filter, { [field]: direction, id: direction }, limit);
      const last = documents.length === limit ? (documents.at(-1) as D) : undefined;
      if (descending || !last) {
        // In ascending order the index returns ties by ascending id; each group is reversed.
        take(descending ? documents : turnTies(documents, field));
        if (!last) return;
        await group(readSortValue(last, field), last.id);
      } else {
        // The limit may cut the last group: it is read again from its highest id.
        const cut = readSortValue(last, field);
        const whole = documents.filter((document) => !isEqual(readSortValue(document, field), cut));
        take(turnTies(whole, field));
        await group(cut);
      }
      start = readSortValue(last, field);
    }
  };

  const value = position?.value ?? null;
  if (descending) {
    if (!position) await beyond(undefined);
    else if (value !== null) {
      await group(value, position.id);
      await beyond(value);
    }
    await without(position && value === null ? position.id : undefined);
  } else if (position && value !== null) {
    await group(value, position.id);
    await beyond(value);
  } else {
    await without(position?.id);
    await beyond(undefined);
  }
  return found;
};

/** Reverses each group of equal values. */
const turnTies = <D extends Document>(documents: readonly D[], field: string): D[] => {
  const turned: D[] = [];
  let from = 0;
  for (let at = 1; at <= documents.length; at += 1) {
    const [one, next] = [documents[from], documents[at]];
    if (one && next && isEqual(readSortValue(next, field), readSortValue(one, field))) continue;
    turned.push(...documents.slice(from, at).reverse());
    from = at;
  }
  return turned;
};
