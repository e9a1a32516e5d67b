import type { RecordActivity } from '../records';
import type { CallDocument } from './call-document';

/** What of a call changes the activity of its person. */
type CountedCall = Pick<CallDocument, 'created' | 'isIncoming' | 'duration'>;

/** Calls count by direction, with their duration, and set the first and the last call. */
export const callActivity: RecordActivity<CountedCall> = {
  of: ({ created, isIncoming, duration = 0 }) => ({
    inc: { [isIncoming ? 'callsIncoming' : 'callsOutgoing']: 1, callsDuration: duration },
    max: { [isIncoming ? 'lastIncomingCall' : 'lastOutgoingCall']: created, lastCall: created },
    min: { firstCall: created },
    lastActivity: created,
  }),
  sum: {
    by: 'isIncoming',
    at: 'created',
    total: 'duration',
    of: ({ value: isIncoming, count, first, last, total }) => ({
      inc: { [isIncoming ? 'callsIncoming' : 'callsOutgoing']: count, callsDuration: total },
      max: { [isIncoming ? 'lastIncomingCall' : 'lastOutgoingCall']: last, lastCall: last },
      min: { firstCall: first },
    }),
  },
};
