import { refuse } from '@porchlight/errors';
import { INT32_MAX, sortNamed, type ListQuery, type Row, type Sort } from '@porchlight/resource';
import { composeKey } from '../document-key';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { ListResult } from '../contract/resource-store';
import type { StoreCall } from '../contract/store-call';
import type { ListPlan } from '../contract/strategy';
import { checkListQuery } from './check-list-query';
import { countKeyFor, countSelection, findMatches } from './list-total';
import { computeDigest, readNextToken, writeNextToken, type Position } from './next-token';
import { createGroupPosition, pageByGroup } from './page-by-group';
import { pageById, loadPageByIds } from './page-by-id';
import { pageByValue, readSortValue } from './page-by-value';
import { beginPageLoad, type PageLoad } from './page-load';
import { buildCondition, selectRecords, type Selection } from './selection';
import { afterPosition, compareBy } from './sort-documents';

/** The order of one list: the field, the direction and, for a grouped sort, the values in ascending order. */
interface Order {
  readonly field: string;
  readonly descending: boolean;
  readonly partial?: boolean | undefined;
  readonly groups?: readonly number[] | undefined;
}

const NO_PLAN: ListPlan = {};

/** Answers list calls (decisions section 2): page, exact total, token of the next page. */
export const createRecordList = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
): ((call: StoreCall, query: ListQuery) => Promise<ListResult<R>>) => {
  const { options, rules, counters, sequences, name, nextTokenKey } = context;
  const { descriptor } = options;

  /** The lowest stored counter of the selection's equalities: an upper bound of its records. */
  const estimateTotal = async (accountId: number, selection: Selection): Promise<number | undefined> => {
    if (selection.equal.size === 0) return counters.read(accountId, 'total');
    const keys = [...selection.equal.values()].flatMap(({ count }) => count ?? []);
    const counts = await Promise.all(keys.map((key) => counters.read(accountId, key)));
    const tracked = counts.filter((count) => count !== undefined);
    return tracked.length === 0 ? undefined : Math.min(...tracked);
  };

  const resolveOrder = (query: ListQuery, { sortField, groups }: ListPlan): Order => {
    if (query.sort === '') return { field: 'id', descending: true };
    const { column, partial, grouped, ruled } = sortNamed(descriptor, query.sort) as Sort;
    const field = ruled ? sortField : column;
    if (field === undefined)
      throw refuse('INVALID_QUERY', { problems: `This list cannot be sorted by '${query.sort.slice(0, 100)}'.` });
    return { field, descending: query.descending, partial, ...(grouped && { groups }) };
  };

  /** Name of the stored counters by value of a field. */
  const findCountName = (field: string): string | undefined =>
    Object.entries(descriptor.filters).find(
      ([filter, { match, column = filter, count }]) => match === 'equals' && column === field && count !== undefined,
    )?.[1].count;

  const loadPage = async (
    accountId: number,
    selection: Selection,
    { field, descending, partial, groups }: Order,
    {
      need,
      position,
      newest,
      expected,
      load,
    }: {
      need: number;
      position: Position | undefined;
      newest: number;
      expected: number | undefined;
      load: PageLoad<D>;
    },
  ): Promise<D[]> => {
    const stretch = { accountId, selection, field, descending, need, position, newest, load };
    if (groups) {
      const count = findCountName(field);
      const hasOthers = async (): Promise<boolean> => {
        if (count === undefined) return true;
        const [total, ...counts] = await Promise.all(
          ['total', ...groups.map((group) => `${count}:${group}`)].map((key) => counters.read(accountId, key)),
        );
        return total !== counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
      };
      return pageByGroup(context, {
        ...stretch,
        groups,
        count,
        hasOthers,
        estimateTotal: (part) => estimateTotal(accountId, part),
      });
    }
    if (field !== 'id') return pageByValue(context, { ...stretch, partial });
    return pageById(context, { accountId, selection, descending, need, after: position?.id, newest, expected, load });
  };

  /**
   * A position with the long text whose digest its token has. Throws INVALID_NEXT when the record no longer has that
   * text.
   */
  const complete = async (accountId: number, { field }: Order, position: Position): Promise<Position> => {
    if (position.digest === undefined) return position;
    const [document] = await context.collection.find(
      { _id: composeKey(accountId, position.id), accountId },
      { limit: 1, projection: { [field]: 1 } },
    );
    const value = document ? readSortValue(document, field) : null;
    if (typeof value !== 'string' || computeDigest(value) !== position.digest) throw refuse('INVALID_NEXT');
    return { id: position.id, value };
  };

  /** The page of a list of named ids. Only their positions are read and sorted as a whole. */
  const loadNamed = async (
    accountId: number,
    selection: Selection,
    order: Order,
    { position, need, load }: { position: Position | undefined; need: number; load: PageLoad<D> },
  ): Promise<{ documents: D[]; total: number }> => {
    const keys = [...(selection.ids ?? [])]
      .filter((id) => id > Math.max(0, selection.above) && id < selection.below && id <= INT32_MAX)
      .map((id) => composeKey(accountId, id));
    const projection = Object.fromEntries(
      ['id', 'deletedAt', order.field, ...selection.looksAt].map((name) => [name, 1 as const]),
    );
    const all = await context.collection.find(
      { _id: { $in: keys }, accountId, ...buildCondition(selection) },
      { limit: keys.length, projection },
    );
    const found = all
      .filter((document) => !document.deletedAt && selection.accept.every((check) => check(document)))
      .sort(compareBy(order));
    const ids = (position ? found.filter(afterPosition(order, position)) : found).map(({ id }) => id);
    return { documents: await loadPageByIds(context, { accountId, selection, ids, need, load }), total: found.length };
  };

  /** A page by id of compared records: the matches determine the total. */
  const loadPageOfMatches = (
    accountId: number,
    selection: Selection,
    ids: readonly number[],
    {
      descending,
      position,
      need,
      load,
    }: { descending: boolean; position: Position | undefined; need: number; load: PageLoad<D> },
  ): Promise<D[]> => {
    const ordered = ids.toSorted((a, b) => (descending ? b - a : a - b));
    const beyond = position ? ordered.filter((id) => (descending ? id < position.id : id > position.id)) : ordered;
    return loadPageByIds(context, { accountId, selection, ids: beyond, need, load });
  };

  const loadPageAndTotal = async (
    call: StoreCall,
    query: ListQuery,
    {
      selection,
      counter,
      order,
      position,
      load,
    }: {
      selection: Selection;
      counter: string | undefined;
      order: Order;
      position: Position | undefined;
      load: PageLoad<D>;
    },
  ): Promise<{ documents: D[]; total: number }> => {
    const { accountId } = call.actor;
    if (selection.nothing) return { documents: [], total: 0 };
    const need = query.limit + 1 + (position ? 0 : query.offset);
    if (selection.ids) return loadNamed(accountId, selection, order, { position, need, load });
    const matches = selection.accept.length > 0 ? await findMatches(context, accountId, selection) : undefined;
    if (matches?.all && order.field === 'id')
      return {
        documents: await loadPageOfMatches(accountId, selection, matches.ids, {
          descending: order.descending,
          position,
          need,
          load,
        }),
        total: matches.ids.length,
      };
    const countKey = counter ?? countKeyFor(options.descriptor, query.filters, selection);
    const [newest, upperBound, stored] = await Promise.all([
      sequences.newest(accountId, name),
      countKey === undefined ? estimateTotal(accountId, selection) : undefined,
      countKey === undefined ? undefined : counters.read(accountId, countKey),
    ]);
    const count = async (): Promise<number> => matches?.ids.length ?? countSelection(context, accountId, selection);
    // The number of records determines the windows: without a stored counter they are counted first.
    const expected = stored ?? upperBound ?? (await count());
    const [documents, total] = await Promise.all([
      loadPage(accountId, selection, order, { need, position, newest, expected, load }),
      stored ?? (upperBound === undefined ? expected : count()),
    ]);
    return { documents, total };
  };

  /** Records of a page until they reach the byte limit; at least one. */
  const renderRecords = async (
    documents: readonly D[],
    call: StoreCall,
    { customFields }: ListQuery,
    load: PageLoad<D>,
  ): Promise<R[]> => {
    const records: R[] = [];
    while (records.length < documents.length) {
      const count = load.nextRecords(documents.length - records.length);
      const part = documents.slice(records.length, records.length + count);
      const related = await rules.loadRelated?.(part, call, customFields);
      for (const document of part) {
        const record = rules.render(document, call, related);
        if (!load.addRecord(record)) return records;
        records.push(record);
      }
    }
    return records;
  };

  const list = async (asking: StoreCall, asked: ListQuery): Promise<ListResult<R>> => {
    asking.signal.throwIfAborted();
    checkListQuery(descriptor, asked);
    const warnings: string[] = [];
    const { actor, signal } = asking;
    const call: StoreCall = { actor, signal, warn: (sentence) => void warnings.push(sentence) };
    const plan = (await rules.planList?.(call, asked)) ?? NO_PLAN;
    const query = plan.query ?? asked;
    // Of the query as it is carried out: a token from before a smart list was changed belongs to another list.
    const scope = { actor: call.actor, resource: name, query };
    const selection = selectRecords(options, call, query.filters, plan);
    const order = resolveOrder(query, plan);
    const position =
      query.next === ''
        ? undefined
        : await complete(actor.accountId, order, readNextToken(nextTokenKey, scope, query.next));
    const from = position ? 0 : query.offset;
    const load = beginPageLoad<D>({
      ...context,
      accountId: actor.accountId,
      skip: from,
      need: query.limit + 1,
      field: order.field,
      signal,
    });
    try {
      const { documents, total } = await loadPageAndTotal(call, query, {
        selection,
        counter: plan.counter,
        order,
        position,
        load,
      });
      const page = documents.slice(from, from + query.limit);
      const records = await renderRecords(page, call, query, load);
      const last = page[records.length - 1];
      const more = last !== undefined && (documents.length > from + records.length || load.full());
      return {
        records,
        page: { total, next: more ? writeNextToken(nextTokenKey, scope, createPosition(last, order)) : '', warnings },
      };
    } finally {
      load.release();
    }
  };

  return (call, query) =>
    // The usual page reads neighboring ids by key, together with other calls: it is cheap and needs no turn.
    query.sort === '' && query.filters.length === 0
      ? list(call, query)
      : context.listSlots.run(call.actor.accountId, call.signal, () => list(call, query));
};

const createPosition = (document: Document, { field, groups }: Order): Position => {
  if (field === 'id') return { id: document.id };
  return groups
    ? createGroupPosition(document, field, groups)
    : { id: document.id, value: readSortValue(document, field) };
};
