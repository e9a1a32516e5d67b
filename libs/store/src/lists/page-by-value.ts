import { INT32_MAX, type Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { Condition } from '../contract/document-collection';
import { isEqual } from '../writes/document-diff';
import { splitAtFences, type Fence, type ValueRange } from '../mongo/portable/value-fences';
import { pageById, type IdPage } from './page-by-id';
import type { ListPage } from './page-load';
import { buildCondition, hasRange, type Selection } from './selection';
import { readSortValue } from './sort-documents';

const MAX_ROUNDS = 1_000;
const SCAN = 500;
/** Matches all non-null values. The redundant condition lets MongoDB use the partial index. */
const ANY_VALUE = { $exists: true, $ne: null };

/** Reads parts of a list that is sorted by a field into one page, until the page is full. */
const beginValuePage = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { accountId, selection, order: { field, partial = false, descending }, need, load }: ListPage<D>,
  { newest, isFenced }: { newest: number; isFenced: boolean },
) => {
  const present = partial && !isFenced ? { $exists: true } : {};
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

  /** Records with one value or none, from an id downwards, in windows of ids. */
  const readByIds = async (
    value: unknown,
    { after, expected, exact }: Pick<IdPage<D>, 'after' | 'expected' | 'exact'>,
  ): Promise<void> => {
    if (!isOpen()) return;
    const part: Selection = { ...selection, condition: { ...base, [field]: value }, equal: new Map() };
    const page = { accountId, selection: part, descending: true, need: need - found.length, newest, load };
    found.push(...(await pageById(context, { ...page, after, expected, exact: exact ?? false })));
  };

  /** Records without a value: there may be no index that contains them. */
  const readWithout = async (after?: number): Promise<void> => {
    // A range matches only records with a value.
    if (selection.equal.has(field) || hasRange(own)) return;
    await readByIds(null, { after, expected: undefined, exact: !partial && selection.accept.length === 0 });
  };

  /** The group of one value, from an id downwards. */
  const readGroup = async (value: unknown, below?: number): Promise<void> => {
    // The embedded server finds a range in the sparse index of the field, but an equality by the range of ids.
    const equal = partial && isFenced ? { $gte: value, $lte: value } : value;
    let top = below === undefined ? high : Math.min(high, below - 1);
    for (let round = 0; isOpen() && top > low && round < MAX_ROUNDS; round += 1) {
      const limit = nextLimit();
      const documents = await find({ ...base, [field]: equal, id: { $gt: low, $lt: top + 1 } }, { id: -1 }, limit);
      take(documents);
      if (documents.length < limit) return;
      top = (documents.at(-1) as D).id - 1;
    }
  };

  /** The values of a range, in the order of the list. */
  const readRange = async ({ near, far }: Pick<ValueRange, 'near' | 'far'>): Promise<void> => {
    let start = near;
    const direction = descending ? -1 : 1;
    for (let round = 0; isOpen() && round < MAX_ROUNDS; round += 1) {
      const range = { ...start, ...far };
      const values = Object.keys(range).length === 0 ? ANY_VALUE : { ...range, ...present };
      const filter = { ...base, [field]: values, ...(bounded && { id: { $gt: low, $lt: high + 1 } }) };
      const limit = nextLimit();
      const documents = await find(filter, { [field]: direction, id: direction }, limit);
      const last = documents.length === limit ? (documents.at(-1) as D) : undefined;
      if (descending || !last) {
        // In ascending order the index returns ties by ascending id; each group is reversed.
        take(descending ? documents : turnTies(documents, field));
        if (!last) return;
        await readGroup(readSortValue(last, field), last.id);
      } else {
        // The limit may cut the last group: it is read again from its highest id.
        const cut = readSortValue(last, field);
        const whole = documents.filter((document) => !isEqual(readSortValue(document, field), cut));
        take(turnTies(whole, field));
        await readGroup(cut);
      }
      start = { [descending ? '$lt' : '$gt']: readSortValue(last, field) };
    }
  };
  return { found, isOpen, readByIds, readWithout, readGroup, readRange };
};

/**
 * One page of a list that is sorted by a field. Ties are in descending order of id; records without a value are lowest.
 * Keyset pagination over the index {accountId, field, id}: first the rest of the group of equal values in which the
 * previous page ended, then the values beyond it. Each query is a range in the order of the index; on a server that
 * ignores `limit`, it ends at a fence.
 */
export const pageByValue = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: ListPage<D>,
  newest: number,
): Promise<D[]> => {
  const { position, order } = page;
  const { descending } = order;
  const fences = (await context.loadFences?.(page.accountId, order, newest, page.load.signal)) ?? [];
  const parts = beginValuePage(context, page, { newest, isFenced: fences.length > 0 });

  const readCrowd = ({ value, share }: Fence, after?: number): Promise<void> =>
    parts.readByIds(value, { after, expected: share * newest });

  /** All values beyond the given one; all values if it is undefined. */
  const readBeyond = async (value: unknown): Promise<void> => {
    const ranges = splitAtFences(fences, value, descending);
    // Of a selection that matches few records, the following queries read more ranges at once.
    for (let at = 0, width = 1; at < ranges.length && parts.isOpen(); width *= 2) {
      const next = ranges.slice(at, at + width);
      const crowdAt = next.findIndex(({ crowd }) => crowd);
      const read = crowdAt === -1 ? next : next.slice(0, crowdAt + 1);
      const [first, last] = [read[0], read.at(-1)] as [ValueRange, ValueRange];
      await parts.readRange({ near: first.near, far: last.far });
      if (last.crowd) await readCrowd(last.crowd);
      at += read.length;
    }
  };

  const value = position?.value ?? null;
  if (position && value !== null) {
    const crowd = fences.find((fence) => fence.share > 0 && isEqual(fence.value, value));
    await (crowd ? readCrowd(crowd, position.id) : parts.readGroup(value, position.id));
    await readBeyond(value);
    if (descending) await parts.readWithout();
  } else if (descending) {
    if (!position) await readBeyond(undefined);
    await parts.readWithout(position?.id);
  } else {
    await parts.readWithout(position?.id);
    await readBeyond(undefined);
  }
  return parts.found;
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
