import type { ReceivedLead } from '@porchlight/contracts';
import {
  column,
  defineDocument,
  inAccounts,
  type Columns,
  type Document,
  type DocumentCollection,
  type DocumentOf,
  type Index,
  type Stored,
  type Strategy,
} from '@porchlight/store';

const DAY_SECONDS = 86_400;
/** Retention of records and of the bodies of refused leads (D13.9). */
const RECORD_SECONDS = 30 * DAY_SECONDS;
const BODY_SECONDS = 7 * DAY_SECONDS;

export const receivedLeadColumns = {
  /** Event id of the change, or the id of the request. Unique in the account: a repeat is recorded once. */
  key: column.text,
  system: column.optional(column.text),
  source: column.optional(column.text),
  type: column.optional(column.text),
  result: column.text,
  status: column.number,
  eventId: column.optional(column.number),
  personId: column.optional(column.number),
  ignored: column.optional(column.listOf(column.text)),
  error: column.optional(column.text),
} satisfies Columns;

/** A received lead and its result. */
export interface ReceivedLeadDocument extends Document, Stored<typeof receivedLeadColumns> {}

/** Indexes besides those of the filters; the database deletes records after 30 days. */
export const receivedLeadIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { created: 1 }, global: true, expireAfterSeconds: RECORD_SECONDS },
];

/** The body of a refused lead. */
export const leadBodySchema = defineDocument(
  {
    /** `<account>:<key of the received lead>` */
    _id: column.text,
    accountId: column.number,
    created: column.date,
    body: column.text,
    /** Emails and ends of phones in the body, by which an erasure finds it. */
    contacts: column.listOf(column.text),
  },
  [
    { keys: { contacts: 1 } },
    { keys: { accountId: 1, created: 1 }, global: true },
    { keys: { created: 1 }, global: true, expireAfterSeconds: BODY_SECONDS },
  ],
);
export type LeadBody = DocumentOf<typeof leadBodySchema>;

/** The key of a body in its collection. */
export const formatBodyId = (accountId: number, key: string): string => `${accountId}:${key}`;

/** Rules of received leads: only the service writes them; a body is read for the response of one record. */
export const createReceivedLeadsStrategy = (
  bodies: Pick<DocumentCollection<LeadBody>, 'findOne'>,
  clock: { now(): number },
): Strategy<ReceivedLead, ReceivedLeadDocument, string | undefined> => ({
  loadRelated: async ([document, ...others]) => {
    if (document?.result !== 'refused' || others.length > 0) return undefined;
    const _id = formatBodyId(document.accountId, document.key);
    return (await bodies.findOne(inAccounts({ _id }, [document.accountId])))?.body;
  },
  render: ({ ignored = [] }, _call, body) => ({ ignored, body }),
  // In every list, so that totals are counted: counters do not notice expired records.
  planList: () => ({ conditions: [{ created: { $gt: new Date(clock.now() - RECORD_SECONDS * 1_000) } }] }),
});
