import type { Document, Index } from '@porchlight/store';

/** A notification of a user. */
export interface NotificationDocument extends Document {
  userId: number;
  type: 'newLead' | 'webhookDisabled' | 'inboxAppDisabled';
  personId?: number;
  message: string;
  read: boolean;
  /** Subject and user; unique in the account, so that a repeated fact creates no second notification. */
  key: string;
}

/** How long the bell remembers. */
export const NOTIFICATION_SECONDS = 90 * 86_400;

/** accountId comes first, but where time alone counts. */
export const notificationIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { userId: 1, id: 1 } },
  // Of a person who is erased.
  { keys: { personId: 1, id: 1 } },
  // The oldest, to be removed.
  { keys: { created: 1 }, global: true },
];
