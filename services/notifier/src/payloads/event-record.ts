import { column, defineDocument, type DocumentOf } from '@porchlight/store';

/** How long an event can be read (decisions section 7). */
const EVENT_DAYS = 30;
/** Retention of events, s. */
export const EVENT_SECONDS = EVENT_DAYS * 86_400;

/** A webhook event, stored for 30 days for GET /v1/webhookEvents/{id}, retries and replay. */
export const eventRecordSchema = defineDocument(
  {
    /** The eventId that partners see. */
    _id: column.text,
    accountId: column.number,
    event: column.text,
    ids: column.listOf(column.number),
    uri: column.nullable(column.text),
    /** When the change happened. */
    occurred: column.date,
    /** When it was recorded; the retention starts here. */
    created: column.date,
    /** Systems that may read it: those with a webhook in the account at that time. */
    systems: column.listOf(column.text),
    /**
     * Ids of the changes in this event, if there are several; `_id` is the first of them. A change is in one event
     * only, so a repeated change is delivered once.
     */
    members: column.optional(column.listOf(column.text)),
    /** Extra data of the notification as JSON object text. */
    dataJson: column.optional(column.text),
    /** Its records were erased: responses of receivers are not stored, and a replay leaves it out. */
    erased: column.optional(column.onlyTrue),
    /** A callback of an inbox app: it contains data instead of record ids. */
    callback: column.optional(column.onlyTrue),
  },
  [
    { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
    // Not sparse: some servers do not use a sparse index for lookups.
    { keys: { members: 1 }, global: true },
    // Replay of a range.
    { keys: { accountId: 1, event: 1, occurred: 1 }, global: true },
    // Events about the records of a person, for an erasure.
    { keys: { accountId: 1, ids: 1, _id: 1 }, global: true },
  ],
  'byField',
);
export type EventRecord = DocumentOf<typeof eventRecordSchema>;

/**
 * Assigns an id to each event name of a change. The first has the id of the change; all are stable when the change is
 * repeated.
 */
export const assignEventIds = (eventId: string, names: readonly string[]): { id: string; name: string }[] =>
  [...new Set(names)].map((name, index) => ({ id: index === 0 ? eventId : `${eventId}-${name}`, name }));
