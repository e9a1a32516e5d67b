import { column, defineDocument, type DocumentOf } from '@porchlight/store';

/** Events are stored while a client reads the stream of an account, and this long after, ms: 15 min and a margin. */
export const RETENTION_MS = 16 * 60_000;
/** A connection whose gateway does not renew it counts this long, ms. */
export const CONNECTION_MS = 30_000;

/** An account whose events are stored. */
export const streamAccountSchema = defineDocument(
  {
    /** Id of the account. */
    _id: column.number,
    accountId: column.number,
    /** Changes when events were not stored in between: positions of a former epoch name no event. */
    epoch: column.text,
    /** Start of the epoch. */
    since: column.date,
    /** Events are stored until then. */
    until: column.date,
  },
  [{ keys: { until: 1 }, global: true, expireAfterSeconds: 1 }],
);
export type StreamAccount = DocumentOf<typeof streamAccountSchema>;

const storedEventColumns = {
  id: column.text,
  event: column.text,
  ids: column.listOf(column.number),
  occurred: column.date,
  dataJson: column.optional(column.text),
  deleted: column.optional(column.onlyTrue),
  /** Users who could see the deleted records. */
  viewers: column.optional(column.listOf(column.number)),
  /** This system does not get the event: it suppressed its own. */
  suppressedSystem: column.optional(column.text),
};

/** Consecutive events of an account. Chunks are numbered from 0; one that is full gets no more events. */
export const streamChunkSchema = defineDocument(
  {
    /** `<account>:<epoch>:<number>` */
    _id: column.text,
    accountId: column.number,
    epoch: column.text,
    number: column.number,
    /** Number of its events. */
    size: column.number,
    bytes: column.number,
    events: column.listOf(column.nested(storedEventColumns)),
    until: column.date,
  },
  [{ keys: { epoch: 1, number: 1 } }, { keys: { until: 1 }, global: true, expireAfterSeconds: 1 }],
);
export type StreamChunk = DocumentOf<typeof streamChunkSchema>;
export type StoredEvent = StreamChunk['events'][number];

/** An open connection of a client. */
export const streamConnectionSchema = defineDocument(
  {
    /** `<account>:<id that the gateway chose>` */
    _id: column.text,
    accountId: column.number,
    until: column.date,
  },
  [{ keys: { until: 1 } }, { keys: { until: 1 }, global: true, expireAfterSeconds: 1 }],
);
export type StreamConnection = DocumentOf<typeof streamConnectionSchema>;
