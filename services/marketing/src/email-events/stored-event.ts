import { hashText } from '@porchlight/runtime';
import { column, type Columns, defineDocument, type DocumentOf } from '@porchlight/store';

export const eventColumns = {
  /**
   * `<account>:<person>:<identity of the event>`: a repeated event has the same key, and the events of a person are
   * adjacent.
   */
  _id: column.text,
  accountId: column.number,
  /** The public id, from the sequence of the account. */
  id: column.number,
  personId: column.number,
  campaignId: column.number,
  type: column.text,
  /** The address, as it is compared. */
  recipient: column.text,
  occurred: column.date,
  userId: column.number,
  /** The link clicked. */
  url: column.optional(column.text),
  /** When it was recorded. */
  created: column.date,
} satisfies Columns;

/** An email event of a person, as stored. */
export const storedEventSchema = defineDocument(
  {
    ...eventColumns,
    /** The batch that stored it and counts it. */
    batch: column.text,
  },
  [{ keys: { id: 1 } }],
);
export type StoredEvent = DocumentOf<typeof storedEventSchema>;

/** The identity of an event of a person (decisions section 6). */
export type EventIdentity = Pick<
  StoredEvent,
  'accountId' | 'personId' | 'campaignId' | 'type' | 'recipient' | 'occurred'
>;

const HASH_LENGTH = 22;

/** The part of a key that all events of a person share. */
export const personPrefix = (accountId: number, personId: number): string => `${accountId}:${personId}:`;

/** Exclusive end of a person's keys: the separator's next character. */
export const personPrefixEnd = (accountId: number, personId: number): string => `${accountId}:${personId};`;

/** The key of an event: equal for equal (campaign, type, recipient, occurred) of a person. */
export const formatEventKey = ({ accountId, personId, campaignId, type, recipient, occurred }: EventIdentity) => {
  const same = `${campaignId}|${type}|${occurred.getTime()}|${recipient}`;
  const hash = hashText(same).slice(0, HASH_LENGTH);
  return `${personPrefix(accountId, personId)}${hash}`;
};

/** The key of the row that an event is counted in. */
export const formatRowKey = ({ personId, campaignId, type }: Pick<StoredEvent, 'personId' | 'campaignId' | 'type'>) =>
  `${personId}:${campaignId}:${type}`;

/** Differences of the counts of a batch: by row, and by person for sent mails. */
export interface Moves {
  readonly rows: Map<string, { personId: number; campaignId: number; type: string; by: number }>;
  /** By person: delivered mails, all events, and when the last of each occurred. */
  readonly sent: Map<number, SentMoves>;
}

/** Differences of the sums of one person. */
export interface SentMoves {
  /** Delivered mails. */
  by: number;
  /** The last delivered mail; undefined = none of these events. */
  last: Date | undefined;
  /** Events of all types. */
  events: number;
  /** The last event of any type. */
  lastEvent: Date;
}

const latest = (before: Date | undefined, occurred: Date): Date => (before && before >= occurred ? before : occurred);

/** Adds events up. */
export const computeMoves = (events: readonly StoredEvent[]): Moves => {
  const rows: Moves['rows'] = new Map();
  const sent: Moves['sent'] = new Map();
  for (const event of events) {
    const { personId, campaignId, type, occurred } = event;
    const key = formatRowKey(event);
    const row = rows.get(key);
    if (row) row.by++;
    else rows.set(key, { personId, campaignId, type, by: 1 });
    const moves = sent.get(personId) ?? { by: 0, last: undefined, events: 0, lastEvent: occurred };
    sent.set(personId, moves);
    moves.events++;
    moves.lastEvent = latest(moves.lastEvent, occurred);
    if (type !== 'delivered') continue;
    moves.by++;
    moves.last = latest(moves.last, occurred);
  }
  return { rows, sent };
};
