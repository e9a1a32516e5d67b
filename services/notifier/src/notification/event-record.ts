/** What partners are told of, kept 30 days for GET /v1/webhookEvents/{id}, retries and replay. */
export interface EventRecord {
  /** The eventId that partners see. */
  _id: string;
  accountId: number;
  event: string;
  ids: number[];
  uri: string | null;
  /** When the change happened. */
  occurred: Date;
  /** When it was recorded; counts for its end. */
  created: Date;
  /** Systems that may fetch it: those with a webhook in the account when it happened. */
  systems: string[];
  /**
   * Event ids of the changes that are told together, when there are several; `_id` is the first of them. What is in
   * here is in no other record: so a change that comes again, in whatever batch, is told once.
   */
  members?: string[];
  /** Extra data of the notification as JSON object text. */
  dataJson?: string;
  /** It tells an inbox app of its conversation: of data, not of records. */
  callback?: true;
}

/** How long an event can be fetched (decisions section 7). */
const EVENT_DAYS = 30;
/** How long events are kept, s. */
export const EVENT_SECONDS = EVENT_DAYS * 86_400;
