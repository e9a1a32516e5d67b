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
