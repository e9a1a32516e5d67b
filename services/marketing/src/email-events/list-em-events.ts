import type { EmEvent, EmEventServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE, type FilterValues } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';
import { formatRowKey, type StoredEvent } from './stored-event';
import type { EventParts } from './event-parts';
import type { KeyedRow } from './event-rows';

/** Matches no record: ids begin with 1. */
const NO_ID: FilterValues = { name: 'id', values: ['0'] };

type RowPart = Required<Pick<EmEvent, 'count' | 'created' | 'updated'>>;
type ListEmEvents = Handlers<typeof EmEventServiceDefinition>['listEmEvents'];

/**
 * Lists counts of email events. With `id` or `ids` it lists the rows of those stored events and counts only them
 * (decisions section 6).
 */
export const listEmEvents =
  ({ ledger, keyedRows }: Pick<EventParts, 'ledger' | 'keyedRows'>, list: ListEmEvents): ListEmEvents =>
  async (request, call) => {
    const { query = FIRST_PAGE } = request;
    const idFilters = query.filters.filter(isIds);
    if (idFilters.length === 0) return list(request, call);
    const { accountId } = call.actor;
    const events = await ledger.byIds(accountId, intersectIds(idFilters));
    const rows = await keyedRows.byKeys(accountId, [...new Set(events.map(formatRowKey))]);
    const named = rows.length === 0 ? NO_ID : { name: 'id', values: rows.map(({ id }) => String(id)) };
    const filters = [...query.filters.filter((filter) => !isIds(filter)), named];
    const response = await list({ query: { ...query, filters } }, call);
    const parts = countParts(rows, events);
    return { ...response, records: response.records.map((record) => ({ ...record, ...parts.get(record.id) })) };
  };

const isIds = ({ name }: FilterValues): boolean => name === 'id' || name === 'ids';

/** Ids that every one of the filters names. */
const intersectIds = (filters: readonly FilterValues[]): number[] => {
  const [first, ...others] = filters.map(({ values }) => new Set(values.map(Number)));
  return [...(first ?? [])].filter((id) => others.every((other) => other.has(id)));
};

/** Counts the events of each row, by the id of the row. */
const countParts = (rows: readonly KeyedRow[], events: readonly StoredEvent[]): Map<number, RowPart> => {
  const rowIds = new Map(rows.map(({ key, id }) => [key, id]));
  const parts = new Map<number, RowPart>();
  const countedIds = new Set<number>();
  for (const event of events) {
    const rowId = rowIds.get(formatRowKey(event));
    // While two people are merged, an event may be stored with both.
    if (rowId === undefined || countedIds.has(event.id)) continue;
    countedIds.add(event.id);
    const { created } = event;
    const part = parts.get(rowId);
    if (!part) parts.set(rowId, { count: 1, created, updated: created });
    else {
      part.count++;
      if (created < part.created) part.created = created;
      if (created > part.updated) part.updated = created;
    }
  }
  return parts;
};
