import type { Activity } from '../person';
import { EMAIL_FIELDS, type RecordActivity } from '../records';
import type { EmailDocument } from './emails-strategy';

const computeActivity = (isIncoming: boolean, latest: Date, count: number): Activity => ({
  inc: { [isIncoming ? 'emailsReceived' : 'emailsSent']: count },
  max: { [isIncoming ? 'lastReceivedEmail' : 'lastSentEmail']: latest, lastEmail: latest },
  lastActivity: latest,
});

/** Emails count by direction and set the last email. The sender of an unverified mail is unknown (D12.7). */
export const emailActivity: RecordActivity<Pick<EmailDocument, 'created' | 'isIncoming' | 'status'>> = {
  of: ({ created, isIncoming, status }) => (status === 'Unverified' ? {} : computeActivity(isIncoming, created, 1)),
  sum: {
    by: 'isIncoming',
    where: { status: { $ne: 'Unverified' } },
    at: 'created',
    of: ({ value, last, count }) => computeActivity(value === true, last, count),
  },
  // A mail that marketing reports again after a crash counts once.
  counted: EMAIL_FIELDS,
};
