import { refuse } from '@porchlight/errors';
import { DAY_MS } from '@porchlight/runtime';
import { sortNamed, type ListQuery, type Row, type Sort } from '@porchlight/resource';
import { composeKey } from '../document-key';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { ListResult } from '../contract/resource-store-contract';
import type { StoreCall } from '../contract/store-call';
import type { ListPlan } from '../contract/strategy';
import { excludeDeleted } from '../soft-delete';
import { checkListQuery } from './check-list-query';
import { countKeyFor, countSelection, findMatches } from './list-total';
import { computeDigest, readNextToken, writeNextToken, type Position } from './next-token';
import { createGroupPosition, pageByGroup } from './page-by-group';
import { pageById, loadPageByIds } from './page-by-id';
import { pageByValue } from './page-by-value';
import { beginPageLoad, type ListPage, type PageLoad } from './page-load';
import { buildCondition, selectRecords, type Selection } from './selection';
import { afterPosition, compareBy, readSortValue, type Order } from './sort-documents';

const NO_PLAN: ListPlan = {};

/** Serves list calls (decisions section 2): page, exact total, token of the next page. */
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

  /**
   * Expired records are left out before the database deletes them. The condition is in every list, so that totals are
   * counted: counters do not notice expired records.
   */
  const withRetention = (plan: ListPlan<D>): ListPlan<D> => {
    const { retentionDays } = descriptor;
    if (retentionDays === undefined) return plan;
    const created = { $gt: new Date(context.clock.now() - retentionDays * DAY_MS) };
    return { ...plan, conditions: [{ created }, ...(plan.conditions ?? [])] };
  };

  const resolveOrder = (query: ListQuery, { sortField, groups }: Pick<ListPlan, 'sortField' | 'groups'>): Order => {
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

  const loadPage = (page: ListPage<D>, newest: number, expected: number | undefined): Promise<D[]> => {
    const { accountId, selection, order, position, need, load } = page;
    const { field, descending, groups } = order;
    if (groups) {
      const count = findCountName(field);
      const hasOthers = async (): Promise<boolean> => {
        if (count === undefined) return true;
        const [total, ...counts] = await Promise.all(
          ['total', ...groups.map((group) => `${count}:${group}`)].map((key) => counters.read(accountId, key)),
        );
        return total !== counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
      };
      const estimate = (part: Selection): Promise<number | undefined> => estimateTotal(accountId, part);
      return pageByGroup(context, page, newest, { count, hasOthers, estimateTotal: estimate });
    }
    if (field !== 'id') return pageByValue(context, page, newest);
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
    page: ListPage<D>,
    named: ReadonlySet<number>,
  ): Promise<{ documents: D[]; total: number }> => {
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
    const found = all
      .filter((document) => !document.deletedAt && selection.accept.every((check) => check(document)))
      .sort(compareBy(order));
    const ids = (position ? found.filter(afterPosition(order, position)) : found).map(({ id }) => id);
    return { documents: await loadPageByIds(context, page, ids), total: found.length };
  };

  /** A page by id of compared records: the matches determine the total. */
  const loadPageOfMatches = (page: ListPage<D>, ids: readonly number[]): Promise<D[]> => {
    const { descending } = page.order;
    const { position } = page;
    const ordered = ids.toSorted((a, b) => (descending ? b - a : a - b));
    const beyond = position ? ordered.filter((id) => (descending ? id < position.id : id > position.id)) : ordered;
    return loadPageByIds(context, page, beyond);
  };

  /** Undefined if one of the counters is not stored: the text of a filter may be unknown, or one too many. */
  const sumCounters = async (accountId: number, keys: readonly string[]): Promise<number | undefined> => {
    const counts = await Promise.all(keys.map((key) => counters.read(accountId, key)));
    return counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : undefined;
  };

  const loadPageAndTotal = async (
    page: ListPage<D>,
    query: ListQuery,
    counter: ListPlan['counter'],
  ): Promise<{ documents: D[]; total: number }> => {
    const { accountId, selection } = page;
    if (selection.nothing) return { documents: [], total: 0 };
    if (selection.ids) return loadNamed(page, selection.ids);
    const matches = selection.accept.length > 0 ? await findMatches(context, accountId, selection) : undefined;
    if (matches?.all && page.order.field === 'id')
      return { documents: await loadPageOfMatches(page, matches.ids), total: matches.ids.length };
    const countKey = counter ?? countKeyFor(descriptor, query.filters, selection);
    const [newest, upperBound, stored] = await Promise.all([
      sequences.newest(accountId, name),
      countKey === undefined ? estimateTotal(accountId, selection) : undefined,
      countKey === undefined ? undefined : sumCounters(accountId, [countKey].flat()),
    ]);
    const count = async (): Promise<number> => matches?.ids.length ?? countSelection(context, accountId, selection);
    // The number of records determines the windows: without a stored counter they are counted first.
    const expected = stored ?? upperBound ?? (await count());
    const [documents, total] = await Promise.all([
      loadPage(page, newest, expected),
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

  const list = async (asking: StoreCall, sent: ListQuery): Promise<ListResult<R>> => {
    asking.signal.throwIfAborted();
    checkListQuery(descriptor, sent);
    const { defaultSort } = descriptor;
    const asked =
      sent.sort === '' && defaultSort !== undefined ? { ...sent, sort: defaultSort, descending: false } : sent;
    const warnings: string[] = [];
    const { actor, signal } = asking;
    const call: StoreCall = { actor, signal, warn: (sentence) => void warnings.push(sentence) };
    const ruled = (await rules.planList?.(call, asked)) ?? NO_PLAN;
    const query = ruled.query ?? asked;
    const plan = withRetention({
      ...ruled,
      conditions: [excludeDeleted(descriptor, query.filters), ...(ruled.conditions ?? [])],
    });
    // Of the query after the plan: a token from before a change of a smart list belongs to another list.
    const scope = { actor: call.actor, resource: name, query };
    const selection = selectRecords<R, D>(options, call, query.filters, plan);
    const order = resolveOrder(query, plan);
    const position =
      query.next === ''
        ? undefined
        : await complete(actor.accountId, order, readNextToken(nextTokenKey, scope, query.next));
    const from = position ? 0 : query.offset;
    const need = query.limit + 1;
    const { accountId } = actor;
    const load = beginPageLoad<D>({ ...context, accountId, skip: from, need, field: order.field, signal });
    try {
      const page = { accountId, selection, order, position, need: need + from, load };
      const { documents, total } = await loadPageAndTotal(page, query, plan.counter);
      const shown = documents.slice(from, from + query.limit);
      const records = await renderRecords(shown, call, query, load);
      const last = shown[records.length - 1];
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
      : context.runList(call, () => list(call, query));
};

const createPosition = (document: Document, { field, groups }: Order): Position => {
  if (field === 'id') return { id: document.id };
  return groups
    ? createGroupPosition(document, field, groups)
    : { id: document.id, value: readSortValue(document, field) };
};
