import { MINUTE_MS } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';

/** A sent mail of an action plan, which the people service records and counts. */
export interface RecordedMail {
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  readonly at?: Date;
  /** The address that it was sent to, as it is compared. */
  readonly recipient?: string;
}

/** Mails that are read for one batch of events, or for one person. */
const MAX_MAILS = 5_000;

/** The minute of a time, counted from 1970. */
export const startOfMinute = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/** Sent mails in the collection of the mails of action plans. */
export const createRecordedMails = (mails: DocumentCollection<RecordedMail>) => ({
  /** Mails to these people in the minutes of these times. */
  async around(accountId: number, personIds: readonly number[], times: readonly Date[]) {
    const minutes = times.map(startOfMinute);
    const from = new Date(minutes.reduce((min, one) => Math.min(min, one), Infinity) * MINUTE_MS);
    const to = new Date((minutes.reduce((max, one) => Math.max(max, one), 0) + 1) * MINUTE_MS);
    return mails.find(
      { accountId, personId: { $in: [...new Set(personIds)] }, recorded: true, at: { $gte: from, $lt: to } },
      { limit: MAX_MAILS, projection: { accountId: 1, personId: 1, at: 1, recipient: 1 } },
    );
  },
});

/** Sent mails, as email events are compared with them. */
export type RecordedMails = ReturnType<typeof createRecordedMails>;
