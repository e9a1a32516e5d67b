import type { ListQuery, Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document, ListResult, StoreCall } from '../types';
import { checkListQuery } from './check-list-query';
import { countKeyFor, countSelection } from './list-total';
import { readNextToken, writeNextToken, type Position } from './next-token';
import { pageById, pageOfIds } from './page-by-id';
import { pageByValue, sortValueOf } from './page-by-value';
import { selectRecords, type Selection } from './selection';

/** Answers list calls (decisions section 2): page, exact total, token of the next page. */
export const createRecordList = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
): ((call: StoreCall, query: ListQuery) => Promise<ListResult<R>>) => {
  const { options, counters, sequences, name, nextTokenKey } = context;
  const { descriptor, strategy } = options;

  /** Least kept count among the selection's equalities: how many records it has at most. */
  const expectedOf = async (accountId: number, selection: Selection): Promise<number | undefined> => {
    if (selection.equal.size === 0) return counters.read(accountId, 'total');
    const keys = [...selection.equal.values()].flatMap(({ count }) => count ?? []);
    const counts = await Promise.all(keys.map((key) => counters.read(accountId, key)));
    return counts.length === 0 ? undefined : Math.min(...counts);
  };

  const sortFieldOf = (query: ListQuery): string => (query.sort === '' ? 'id' : (descriptor.sorts[query.sort]?.on ?? 'id'));

  const load = async (
    accountId: number,
    selection: Selection,
    query: ListQuery,
    { need, position, newest, expected }: { need: number; position: Position | undefined; newest: number; expected: number | undefined },
  ): Promise<D[]> => {
    const descending = query.sort === '' || query.descending;
    const field = sortFieldOf(query);
    if (field !== 'id') return pageByValue(context, { accountId, selection, field, descending, need, position });
    return pageById(context, { accountId, selection, descending, need, after: position?.id, newest, expected });
  };

  /** A list of named ids is small: all of it is read, sorted here. */
  const loadNamed = async (accountId: number, selection: Selection, query: ListQuery): Promise<D[]> => {
    const descending = query.sort === '' || query.descending;
    const field = sortFieldOf(query);
    const found = await pageOfIds(context, accountId, selection, selection.ids as Set<number>, field !== 'id' || descending);
    if (field === 'id') return found;
    const key = (document: D): string | number | boolean => {
      const value = sortValueOf(document, field);
      return value instanceof Date ? value.getTime() : (value ?? '');
    };
    const rank = (document: D): number => (sortValueOf(document, field) === null ? 0 : 1);
    const compare = (a: D, b: D): number => rank(a) - rank(b) || (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
    // Stable: ties stay in descending id.
    return found.sort((a, b) => (descending ? compare(b, a) : compare(a, b)));
  };

  const beyond = (all: readonly D[], query: ListQuery, position: Position): D[] => {
    if (sortFieldOf(query) !== 'id') return all.slice(all.findIndex((document) => document.id === position.id) + 1);
    return all.filter((document) => (query.sort === '' || query.descending ? document.id < position.id : document.id > position.id));
  };

  const pageOf = async (call: StoreCall, query: ListQuery, selection: Selection, position: Position | undefined): Promise<{ documents: D[]; total: number }> => {
    const { accountId } = call.actor;
    if (selection.nothing) return { documents: [], total: 0 };
    const need = query.limit + 1 + (position ? 0 : query.offset);
    if (selection.ids) {
      const all = await loadNamed(accountId, selection, query);
      return { documents: position ? beyond(all, query, position) : all, total: all.length };
    }
    const countKey = countKeyFor(context, call, query.filters, selection);
    const [newest, most, kept] = await Promise.all([
      sequences.newest(accountId, name),
      countKey === undefined ? expectedOf(accountId, selection) : undefined,
      countKey === undefined ? undefined : counters.read(accountId, countKey),
    ]);
    const expected = kept ?? most;
    const [documents, total] = await Promise.all([
      load(accountId, selection, query, { need, position, newest, expected }),
      kept ?? countSelection(context, accountId, selection, newest),
    ]);
    return { documents, total };
  };

  return async (asking, asked) => {
    asking.signal.throwIfAborted();
    checkListQuery(descriptor, asked);
    const warnings: string[] = [];
    const { actor, signal } = asking;
    const call: StoreCall = { actor, signal, warn: (sentence) => void warnings.push(sentence) };
    const scope = { actor: call.actor, resource: name, query: asked };
    const query = (await strategy.prepareList?.(call, asked)) ?? asked;
    const position = query.next === '' ? undefined : readNextToken(nextTokenKey, scope, query.next);
    const selection = await selectRecords(options, call, query.filters);
    const { documents, total } = await pageOf(call, query, selection, position);
    const from = position ? 0 : query.offset;
    const shown = documents.slice(from, from + query.limit);
    const last = shown.at(-1);
    const more = last !== undefined && documents.length > from + query.limit;
    await strategy.prepareRecords?.(shown, call);
    const field = sortFieldOf(query);
    return {
      records: shown.map((document) => strategy.toRecord(document, call)),
      page: {
        total,
        next: more ? writeNextToken(nextTokenKey, scope, field === 'id' ? { id: last.id } : { id: last.id, value: sortValueOf(last, field) }) : '',
        warnings,
      },
    };
  };
};
