import { TIMEFRAMES, type Timeframe, type TimeframeServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { FIRST_PAGE, type FilterValues } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';

const ALL: readonly Timeframe[] = TIMEFRAMES.map((name, at) => ({
  id: at + 1,
  timeframe: name,
  name,
  created: undefined,
  updated: undefined,
  version: 1,
}));

/** Built-in records have no times: they match every `before` and no `after` filter. */
const holds = ({ id }: Timeframe, { name, values }: FilterValues): boolean => {
  if (name === 'id' || name === 'ids') return values.includes(String(id));
  if (name === 'idGreaterThan') return id > Number(values[0]);
  if (name === 'idLessThan') return id < Number(values[0]);
  return name.endsWith('Before');
};

/**
 * Serves the fixed list of timeframes, the same in every account (decisions section 6). It has no pages after the
 * first.
 */
export const timeframeHandlers: Handlers<typeof TimeframeServiceDefinition> = {
  getTimeframe: async ({ id }) => {
    const record = ALL.find((one) => one.id === id);
    if (!record) throw refuse('NOT_FOUND', { what: 'timeframe' });
    return { record };
  },
  listTimeframes: async ({ query = FIRST_PAGE }) => {
    const { filters, sort, descending, limit, offset, next } = query;
    if (next !== '' && !/^\d$/.test(next)) throw refuse('INVALID_NEXT');
    const found = ALL.filter((one) => filters.every((filter) => holds(one, filter)));
    const ordered = sort !== '' && descending ? [...found].reverse() : found;
    const from = next === '' ? offset : Number(next);
    const records = ordered.slice(from, from + limit);
    const end = from + limit;
    return { records, page: { total: found.length, next: end < ordered.length ? String(end) : '', warnings: [] } };
  },
};
