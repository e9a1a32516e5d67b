import type { Activity, AuthoredDocument } from '../person';
import type { RecordActivity } from '../records';

/** A text message as stored. */
export interface TextMessageDocument extends AuthoredDocument {
  message: string;
  isIncoming: boolean;
}

const computeActivity = (isIncoming: boolean, latest: Date, count: number): Activity => ({
  inc: { [isIncoming ? 'textsReceived' : 'textsSent']: count },
  max: { [isIncoming ? 'lastReceivedText' : 'lastSentText']: latest, lastText: latest },
  lastActivity: latest,
});

/** Text messages count by direction and set the last text. */
export const textMessageActivity: RecordActivity<Pick<TextMessageDocument, 'created' | 'isIncoming'>> = {
  of: ({ created, isIncoming }) => computeActivity(isIncoming, created, 1),
  sum: {
    by: 'isIncoming',
    at: 'created',
    of: ({ value, last, count }) => computeActivity(value === true, last, count),
  },
};
