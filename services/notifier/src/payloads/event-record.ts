/** A webhook event, stored for 30 days for GET /v1/webhookEvents/{id}, retries and replay. */
export interface EventRecord {
  /** The eventId that partners see. */
  _id: string;
  accountId: number;
  event: string;
  ids: number[];
  uri: string | null;
  /** When the change happened. */
  occurred: Date;
  /** When it was recorded; the retention starts here. */
  created: Date;
  /** Systems that may read it: those with a webhook in the account at that time. */
  systems: string[];
  /**
   * Ids of the changes in this event, if there are several; `_id` is the first of them. A change is in one event only,
   * so a repeated change is delivered once.
   */
  members?: string[];
  /** Extra data of the notification as JSON object text. */
  dataJson?: string;
  /** A callback of an inbox app: it contains data instead of record ids. */
  callback?: true;
}

/** How long an event can be read (decisions section 7). */
const EVENT_DAYS = 30;
/** Retention of events, s. */
export const EVENT_SECONDS = EVENT_DAYS * 86_400;

/**
 * Assigns an id to each event name of a change. The first has the id of the change; all are stable when the change is
 * repeated.
 */
export const assignEventIds = (eventId: string, names: readonly string[]): { id: string; name: string }[] =>
  [...new Set(names)].map((name, index) => ({ id: index === 0 ? eventId : `${eventId}-${name}`, name }));
