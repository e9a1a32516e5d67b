import type { ListQuery, Row } from '@porchlight/resource';
import { composeKey } from '../document-key';
import type { Document } from '../contract/document';
import type { ListPlan } from '../contract/strategy';
import type { ResourceContext } from '../resource-context';
import { countKeyFor, countSelection, estimateTotal, findMatches, sumCounters } from './list-total';
import { pageByGroup } from './page-by-group';
import { loadPageByIds, pageById } from './page-by-id';
import { pageByValue } from './page-by-value';
import type { ListPage } from './page-load';
import { buildCondition, type Selection } from './selection';
import { afterPosition, compareBy } from './sort-documents';

/** Documents of a page, and the exact total of its list. */
interface LoadedPage<D extends Document> {
  readonly documents: D[];
  readonly total: number;
}

/** Name of the stored counters by value of a field. */
const findCountName = <R extends Row, D extends Document>(
  { descriptor }: ResourceContext<R, D>['options'],
  field: string,
): string | undefined =>
  Object.entries(descriptor.filters).find(
    ([filter, { match, column = filter, count }]) => match === 'equals' && column === field && count !== undefined,
  )?.[1].count;

/** A page of a list whose sort has groups. */
const loadPageOfGroups = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: ListPage<D>,
  groups: readonly number[],
  newest: number,
): Promise<D[]> => {
  const { accountId, order } = page;
  const count = findCountName(context.options, order.field);
  const hasOthers = async (): Promise<boolean> => {
    if (count === undefined) return true;
    const [total, ...counts] = await Promise.all(
      ['total', ...groups.map((group) => `${count}:${group}`)].map((key) => context.counters.read(accountId, key)),
    );
    return total !== counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  };
  return pageByGroup(context, page, newest, {
    count,
    hasOthers,
    estimateTotal: (part: Selection) => estimateTotal(context, accountId, part),
  });
};

const loadDocuments = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: ListPage<D>,
  newest: number,
  expected: number | undefined,
): Promise<D[]> => {
  const { accountId, selection, order, position, need, load } = page;
  const { field, descending, groups } = order;
  if (groups) return loadPageOfGroups(context, page, groups, newest);
  if (field !== 'id') return pageByValue(context, page, newest);
  return pageById(context, { accountId, selection, descending, need, after: position?.id, newest, expected, load });
};

/** The page of a list of named ids. Only their positions are read and sorted as a whole. */
const loadPageOfNamed = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: ListPage<D>,
  named: ReadonlySet<number>,
): Promise<LoadedPage<D>> => {
  const { accountId, selection, order, position } = page;
  const keys = [...named]
    .filter((id) => id > selection.above && id < selection.below)
    .map((id) => composeKey(accountId, id));
  const projection = Object.fromEntries(
    ['id', 'deletedAt', order.field, ...selection.looksAt].map((field) => [field, 1 as const]),
  );
  const all = await context.collection.find(
    { _id: { $in: keys }, accountId, ...buildCondition(selection) },
    { limit: keys.length, projection },
  );
  const matches = all
    .filter((document) => !document.deletedAt && selection.accept.every((check) => check(document)))
    .sort(compareBy(order));
  const ids = (position ? matches.filter(afterPosition(order, position)) : matches).map(({ id }) => id);
  return { documents: await loadPageByIds(context, page, ids), total: matches.length };
};

/** A page by id of compared records: the matches determine the total. */
const loadPageOfMatches = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: ListPage<D>,
  ids: readonly number[],
): Promise<D[]> => {
  const { descending } = page.order;
  const { position } = page;
  const ordered = ids.toSorted((a, b) => (descending ? b - a : a - b));
  const beyond = position ? ordered.filter((id) => (descending ? id < position.id : id > position.id)) : ordered;
  return loadPageByIds(context, page, beyond);
};

/** Loads the documents of a page and the exact total of its list. `counter`: see ListPlan. */
export const loadListPage = async <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  page: ListPage<D>,
  query: ListQuery,
  counter: ListPlan['counter'],
): Promise<LoadedPage<D>> => {
  const { options, sequences, name } = context;
  const { accountId, selection } = page;
  if (selection.nothing) return { documents: [], total: 0 };
  if (selection.ids) return loadPageOfNamed(context, page, selection.ids);
  const matches = selection.accept.length > 0 ? await findMatches(context, accountId, selection) : undefined;
  if (matches?.all && page.order.field === 'id')
    return { documents: await loadPageOfMatches(context, page, matches.ids), total: matches.ids.length };
  const countKey = counter ?? countKeyFor(options.descriptor, query.filters, selection);
  const [newest, upperBound, stored] = await Promise.all([
    sequences.newest(accountId, name),
    countKey === undefined ? estimateTotal(context, accountId, selection) : undefined,
    countKey === undefined ? undefined : sumCounters(context, accountId, [countKey].flat()),
  ]);
  const count = async (): Promise<number> => matches?.ids.length ?? countSelection(context, accountId, selection);
  // The number of records determines the windows: without a stored counter they are counted first.
  const expected = stored ?? upperBound ?? (await count());
  const [documents, total] = await Promise.all([
    loadDocuments(context, page, newest, expected),
    stored ?? (upperBound === undefined ? expected : count()),
  ]);
  return { documents, total };
};
