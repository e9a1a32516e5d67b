import type { EmEvent } from '@porchlight/contracts';
import type { Document, Index, StoreCall, Strategy } from '@porchlight/store';
import type { FilterValues, ListQuery } from '@porchlight/resource';
import type { EventStore, EventRows, KeyedRow } from '../ports';
import { rowKeyOf, type StoredEvent } from './stored-event';

/** Number of events of one type for a person and a campaign. */
export interface EventRow extends Document {
  /** `<person>:<campaign>:<type>`; unique in the account. */
  key: string;
  personId: number;
  campaignId: number;
  type: string;
  count: number;
  viewers: number[];
  /** Batches that are counted, as far back as one may come again. */
  applied: string[];
  /** Constant in every row: makes the index of `updated` the better one for recent updates. */
  present: true;
}

/** One row per person, campaign and type; lists sort by the last update. */
export const ROW_INDEXES: readonly Index[] = [{ keys: { key: 1 }, unique: true }, { keys: { present: 1, updated: 1 } }];

/** Ranges have two bounds, so that every server uses the index. */
const END_OF_TIME = new Date(Date.UTC(9999, 0, 1));

export interface RowRules {
  readonly ledger: Pick<EventStore, 'byIds'>;
  readonly rows: Pick<EventRows, 'byKeys'>;
  readonly campaignNames: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** Fits no record: ids begin with 1. */
const NONE: FilterValues = { name: 'id', values: ['0'] };

interface Part {
  count: number;
  created: Date;
  updated: Date;
}

/**
 * Rules of email events as they are read: rows, or with `id` what those stored events come to (decisions section 6).
 */
export const createRowStrategy = ({ ledger, rows: keyed, campaignNames }: RowRules): Strategy<EmEvent, EventRow> => {
  const names = new WeakMap<StoreCall, ReadonlyMap<number, string>>();
  /** By row id: what of the row a list of stored events asks for. */
  const parts = new WeakMap<StoreCall, ReadonlyMap<number, Part>>();

  return {
    viewersOf: ({ viewers }) => viewers,
    countsOf: ({ type, campaignId }) => [`type:${type}`, `campaign:${campaignId}`],
    conditionFor: (_call, { name, values: [moment = ''] }) =>
      name === 'updatedAfter' ? { present: true, updated: { $gt: new Date(moment), $lt: END_OF_TIME } } : undefined,
    async prepareList(call, query) {
      const asked = query.filters.filter(isIds);
      if (asked.length === 0) return query;
      const events = await ledger.byIds(call.actor.accountId, idsOf(asked));
      const keys = [...new Set(events.map(rowKeyOf))];
      const rows = await keyed.byKeys(call.actor.accountId, keys);
      parts.set(call, partsOf(rows, events));
      const rest = query.filters.filter((filter) => !isIds(filter));
      const named: FilterValues = rows.length === 0 ? NONE : { name: 'id', values: rows.map(({ id }) => String(id)) };
      return { ...query, filters: [...rest, named] } satisfies ListQuery;
    },
    async prepareRecords(documents, call) {
      // Internal writes are not rendered, and there may be a thousand of them.
      if (call.actor.userId === 0) return;
      names.set(call, await campaignNames(call, [...new Set(documents.map(({ campaignId }) => campaignId))]));
    },
    toRecord(row, call) {
      const { count, created, updated } = parts.get(call)?.get(row.id) ?? row;
      const { id, type, personId, campaignId, version } = row;
      const campaignName = names.get(call)?.get(campaignId);
      // Events without a campaign are counted under 0.
      return {
        id,
        created,
        updated,
        count,
        type,
        personId,
        campaignId: campaignId || undefined,
        campaignName,
        version,
      };
    },
  };
};

const isIds = ({ name }: FilterValues): boolean => name === 'id' || name === 'ids';

/** Ids that every one of the filters names. */
const idsOf = (filters: readonly FilterValues[]): number[] => {
  const [first, ...others] = filters.map(({ values }) => new Set(values.map(Number)));
  return [...(first ?? [])].filter((id) => others.every((other) => other.has(id)));
};

const partsOf = (rows: readonly KeyedRow[], events: readonly StoredEvent[]): Map<number, Part> => {
  const rowIds = new Map(rows.map(({ key, id }) => [key, id]));
  const found = new Map<number, Part>();
  const seen = new Set<number>();
  for (const event of events) {
    const rowId = rowIds.get(rowKeyOf(event));
    // While a person is being merged into another an event may lie with both.
    if (rowId === undefined || seen.has(event.id)) continue;
    seen.add(event.id);
    const { created } = event;
    const part = found.get(rowId);
    if (!part) found.set(rowId, { count: 1, created, updated: created });
    else {
      part.count++;
      if (created < part.created) part.created = created;
      if (created > part.updated) part.updated = created;
    }
  }
  return found;
};
