import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';

export const notificationColumns = {
  userId: column.number,
  type: column.word(
    'newLead',
    'webhookDisabled',
    'webhookFailing',
    'inboxAppDisabled',
    'optedOut',
    'leadsRefused',
    'appointment',
    'senderDomainRequired',
  ),
  personId: column.optional(column.number),
  message: column.text,
  /** Path of the page that the user opens; default: the person. */
  link: column.optional(column.text),
  read: column.flag,
  /** A mail was queued too; quotas, digests and the settings of the user may delay or drop it. */
  mailQueued: column.optional(column.onlyTrue),
  /** Subject and user; unique in the account, so that a repeated fact creates no second notification. */
  key: column.text,
} satisfies Columns;

/** A notification of a user. */
export interface NotificationDocument extends Document, Stored<typeof notificationColumns> {}

/** Retention of notifications, s. */
export const NOTIFICATION_SECONDS = 90 * 86_400;

/** accountId comes first, except in global indexes. */
export const notificationIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { userId: 1, id: 1 } },
  // For erasures.
  { keys: { personId: 1, id: 1 } },
  // For the expiry.
  { keys: { created: 1 }, global: true },
];
