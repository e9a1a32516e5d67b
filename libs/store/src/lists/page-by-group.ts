import type { Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { Position } from './next-token';
import { pageById } from './page-by-id';
import type { ListPage } from './page-load';
import type { Selection } from './selection';
import { readSortValue } from './sort-documents';

/** Groups in the order of the list; null is the group of records without a group, which is lowest. */
const orderGroups = (groups: readonly number[], descending: boolean): Array<number | null> => {
  const ascending = [null, ...groups];
  return descending ? ascending.reverse() : ascending;
};

/** The rest of the list after a position: the rest of its group, then the following groups. */
const remaining = (
  order: ReadonlyArray<number | null>,
  groups: readonly number[],
  descending: boolean,
  position: Position,
): Array<{ group: number | null; after?: number }> => {
  const value = (position.value ?? null) as number | null;
  const at = order.indexOf(value);
  if (at >= 0) return order.slice(at).map((group, nth) => (nth === 0 ? { group, after: position.id } : { group }));
  // The group was removed; the groups after its former place follow.
  const place = Math.min(position.place ?? 0, groups.length);
  const behind = descending ? order.slice(groups.length - place) : order.slice(1 + place);
  return behind.map((group) => ({ group }));
};

/** The part of a selection with one value; undefined if it is empty. */
const selectGroup = (
  selection: Selection,
  field: string,
  group: number,
  count: string | undefined,
): Selection | undefined => {
  const equality = selection.equal.get(field);
  if (equality && equality.value !== group) return undefined;
  const { [field]: among, ...rest } = selection.condition;
  const listed = (among as { $in?: readonly unknown[] } | undefined)?.$in;
  const alone = among === undefined || (listed !== undefined && Object.keys(among as object).length === 1);
  if (listed && alone && !listed.includes(group)) return undefined;
  const equal = new Map(selection.equal).set(
    field,
    count === undefined ? { value: group } : { value: group, count: `${count}:${group}` },
  );
  return { ...selection, condition: alone ? rest : selection.condition, equal };
};

/** Records whose value is in no group, including those without a value. */
const selectOthers = (selection: Selection, field: string, groups: readonly number[]): Selection => {
  const { condition } = selection;
  const outside = { [field]: { $nin: [...groups] } };
  return {
    ...selection,
    condition: { ...condition, $and: [...((condition['$and'] as object[] | undefined) ?? []), outside] },
  };
};

/**
 * Reads one group after another, each an equality and windows of ids, by descending id (decisions section 2: ties). So
 * a page costs the same however large the account is, and the order of the groups may change without touching a record.
 */
export const pageByGroup = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { accountId, selection, order: { field, descending, groups = [] }, need, position, load }: ListPage<D>,
  newest: number,
  {
    count,
    hasOthers,
    estimateTotal,
  }: {
    /** Name of the stored counters by value of the field, if there are any. */
    readonly count: string | undefined;
    /** False when every record of the account is in one of the groups. */
    readonly hasOthers: () => Promise<boolean>;
    /** About how many records a selection has. */
    readonly estimateTotal: (selection: Selection) => Promise<number | undefined>;
  },
): Promise<D[]> => {
  const order = orderGroups(groups, descending);
  const stretches: Array<{ group: number | null; after?: number }> = position
    ? remaining(order, groups, descending, position)
    : order.map((group) => ({ group }));
  const documents: D[] = [];
  for (const { group, after } of stretches) {
    if (documents.length >= need || load.full()) break;
    if (group === null && !(await hasOthers())) continue;
    const part = group === null ? selectOthers(selection, field, groups) : selectGroup(selection, field, group, count);
    if (!part) continue;
    const expected = await estimateTotal(part);
    const rest = { accountId, selection: part, descending: true, need: need - documents.length, after, newest, load };
    documents.push(...(await pageById(context, { ...rest, expected })));
  }
  return documents;
};

/** Where a page by groups ended. */
export const createGroupPosition = (document: Document, field: string, groups: readonly number[]): Position => {
  const value = readSortValue(document, field) as number | null;
  const place = value === null ? -1 : groups.indexOf(value);
  return place < 0 ? { id: document.id, value: null } : { id: document.id, value, place };
};
