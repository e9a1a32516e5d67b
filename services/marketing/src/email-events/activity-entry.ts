import type { SentTotals } from './sent-sums';

/** The sums of one person as the people service reads them. The number of events only grows: it orders the messages. */
export const activityEntry = ({ personId, sent, last, events = sent, lastEvent = last }: SentTotals) => ({
  personId,
  // An event may be taken out before its batch is added.
  emailsSent: Math.max(0, sent),
  lastSentEmail: last?.toISOString() ?? null,
  lastEvent: lastEvent?.toISOString() ?? null,
  sequence: events,
});
