import type { EmEvent } from '@porchlight/contracts';
import {
  column,
  type Columns,
  type Document,
  type Index,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';

export const eventRowColumns = {
  /** `<person>:<campaign>:<type>`; unique in the account. */
  key: column.text,
  personId: column.number,
  campaignId: column.number,
  type: column.text,
  count: column.number,
  /** Counted batches that may be repeated. */
  applied: column.listOf(column.text),
  /** Constant in every row, so that the database uses the index of `updated` for recent updates. */
  present: column.onlyTrue,
} satisfies Columns;

/** Number of events of one type for a person and a campaign. */
export interface EventRow extends Document, Stored<typeof eventRowColumns> {
  viewers: number[];
}

/** One row per person, campaign and type; lists sort by the last update. */
export const ROW_INDEXES: readonly Index[] = [{ keys: { key: 1 }, unique: true }, { keys: { present: 1, updated: 1 } }];

/** Ranges have two bounds, so that every server uses the index. */
const END_OF_TIME = new Date(Date.UTC(9999, 0, 1));

/**
 * Rules of counts of email events (decisions section 6). Related are the names of campaigns by id.
 */
export const createRowStrategy = (
  campaignNames: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Strategy<EmEvent, EventRow, ReadonlyMap<number, string>> => ({
  counts: ({ type, campaignId }) => [`type:${type}`, `campaign:${campaignId}`],
  planList: (_call, { filters }) => ({
    conditions: filters.map(({ name, values: [moment = ''] }) =>
      name === 'updatedAfter' ? { present: true, updated: { $gt: new Date(moment), $lt: END_OF_TIME } } : undefined,
    ),
  }),
  // An internal write has up to 1,000 records and shows no names.
  loadRelated: async (documents, call) =>
    call.actor.userId === 0
      ? new Map()
      : campaignNames(call, [...new Set(documents.map(({ campaignId }) => campaignId))]),
  // Events without a campaign are counted under 0.
  render: ({ campaignId }, _call, names) => ({
    campaignId: campaignId || undefined,
    campaignName: names.get(campaignId),
  }),
});
