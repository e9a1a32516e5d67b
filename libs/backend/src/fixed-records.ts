import { refuse } from '@porchlight/errors';
import {
  FIRST_PAGE,
  formatRpcMethod,
  splitWords,
  type Descriptor,
  type FilterValues,
  type Row,
} from '@porchlight/resource';
import type { ListQuery } from '@porchlight/resource';
import type { ResourceHandlers } from '@porchlight/store';

/** Fixed records have no times: they match every `before` and no `after` filter. */
const holds = ({ id }: Row, { name, values }: FilterValues): boolean => {
  if (name === 'id' || name === 'ids') return values.includes(String(id));
  if (name === 'idGreaterThan') return id > Number(values[0]);
  if (name === 'idLessThan') return id < Number(values[0]);
  return name.endsWith('Before');
};

/**
 * The handlers of a resource whose records are declared (`records`): the same in every account. Its list has no pages
 * after the first. Throws NOT_FOUND and INVALID_NEXT.
 */
export const createFixedHandlers = (descriptor: Descriptor, all: readonly Row[]): ResourceHandlers => ({
  [formatRpcMethod(descriptor, 'get')]: async ({ id }: { readonly id: number }) => {
    const record = all.find((one) => one.id === id);
    if (!record) throw refuse('NOT_FOUND', { what: splitWords(descriptor.noun) });
    return { record };
  },
  [formatRpcMethod(descriptor, 'list')]: async ({ query = FIRST_PAGE }: { readonly query?: ListQuery }) => {
    const { filters, sort, descending, limit, offset, next } = query;
    if (next !== '' && !/^\d$/.test(next)) throw refuse('INVALID_NEXT');
    const matches = all.filter((one) => filters.every((filter) => holds(one, filter)));
    const ordered = sort !== '' && descending ? [...matches].reverse() : matches;
    const from = next === '' ? offset : Number(next);
    const records = ordered.slice(from, from + limit);
    const end = from + limit;
    return { records, page: { total: matches.length, next: end < ordered.length ? String(end) : '', warnings: [] } };
  },
});
