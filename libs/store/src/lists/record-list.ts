import type { ListQuery, Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { ListResult } from '../contract/resource-store-contract';
import type { StoreCall } from '../contract/store-call';
import { checkListQuery } from './check-list-query';
import { completePosition, createPosition } from './list-position';
import { loadListPage } from './load-list-page';
import { readNextToken, writeNextToken } from './next-token';
import { beginPageLoad, type PageLoad } from './page-load';
import { createListPlanner } from './plan-list';

/** Serves list calls (decisions section 2): page, exact total, token of the next page. */
export const createRecordList = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
): ((call: StoreCall, query: ListQuery) => Promise<ListResult<R>>) => {
  const { options, rules, name, nextTokenKey } = context;
  const { descriptor } = options;
  const planList = createListPlanner(context);

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

  const list = async ({ actor, signal }: StoreCall, sent: ListQuery): Promise<ListResult<R>> => {
    signal.throwIfAborted();
    checkListQuery(descriptor, sent);
    const warnings: string[] = [];
    const call: StoreCall = { actor, signal, warn: (sentence) => void warnings.push(sentence) };
    const { query, counter, selection, order } = await planList(call, sent);
    // Of the query after the plan: a token from before a change of a smart list belongs to another list.
    const scope = { actor, resource: name, query };
    const { accountId } = actor;
    const position =
      query.next === ''
        ? undefined
        : await completePosition(context, accountId, order, readNextToken(nextTokenKey, scope, query.next));
    const from = position ? 0 : query.offset;
    const need = query.limit + 1;
    const load = beginPageLoad<D>({ ...context, accountId, skip: from, need, field: order.field, signal });
    try {
      const page = { accountId, selection, order, position, need: need + from, load };
      const { documents, total } = await loadListPage(context, page, query, counter);
      const pageDocuments = documents.slice(from, from + query.limit);
      const records = await renderRecords(pageDocuments, call, query, load);
      const last = pageDocuments[records.length - 1];
      const hasMore = last !== undefined && (documents.length > from + records.length || load.full());
      const next = hasMore ? writeNextToken(nextTokenKey, scope, createPosition(last, order)) : '';
      return { records, page: { total, next, warnings } };
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
