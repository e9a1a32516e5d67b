import { bool, defineResource, int, oneOf, readOnly, required, str, text, writable } from '@porchlight/resource';
import { authorFields } from '../author-fields';
import { PhoneCallServiceDefinition, type PhoneCall } from '../generated/porchlight/people/v1/phone_call_service';
import { EVERYONE } from '../roles';
import { requestedReactions, requestedReplies, RESPONSE_OPTIONS } from './record-responses';
import { listAddressProblems } from '../web-address';

/** Outcome of a call (decisions section 5). */
export const CALL_OUTCOMES = [
  'Interested',
  'Not Interested',
  'Left Message',
  'No Answer',
  'Busy',
  'Bad Number',
] as const;
const CALL_OUTCOMES_MEANINGS = {
  Interested: 'The person is interested.',
  'Not Interested': 'The person is not interested.',
  'Left Message': 'The caller left a message.',
  'No Answer': 'Nobody answered.',
  Busy: 'The line was busy.',
  'Bad Number': 'The number is wrong.',
} as const;

/** A phone call with a person, as a record; no call is made (decisions section 5). */
export const calls = defineResource<PhoneCall>(PhoneCallServiceDefinition, {
  resource: 'calls',
  description: 'Phone calls with people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'rules' },
  describe: {
    reactions: 'Reactions of users; with includeReactions.',
    threadedReplies: 'Replies of users; with includeThreadedReplies.',
    phone: 'Phone number of the person.',
    isIncoming: 'True if the person called, false if a user called.',
    note: 'Text about the call.',
    outcome: 'How the call ended.',
    duration: 'Length of the call, seconds.',
    toNumber: 'Number that was called.',
    fromNumber: 'Number of the caller.',
    userId: 'Id of the user who spoke with the person; default: the calling user.',
    userName: 'Name of the user who spoke with the person.',
    recordingUrl: 'Address of the recording.',
    ringDuration: 'Time until the call was answered, seconds.',
  },
  fields: {
    ...authorFields,
    personId: required(int({ min: 1 }), { fixed: true }),
    phone: required(str({ min: 1 })),
    isIncoming: required(bool()),
    note: writable(text(), { emptyClears: true }),
    outcome: writable(oneOf(CALL_OUTCOMES, { describe: CALL_OUTCOMES_MEANINGS })),
    duration: writable(int({ min: 0 })),
    toNumber: writable(str(), { emptyClears: true }),
    fromNumber: writable(str(), { emptyClears: true }),
    // The user who spoke with the person.
    userId: writable(int({ min: 1 }), { initialFrom: 'caller', references: { resource: 'users', inactive: true } }),
    userName: readOnly(str(), { nameOf: { field: 'userId', resource: 'users' } }),
    recordingUrl: writable(str({ max: 2048 }), { emptyClears: true }),
    ringDuration: readOnly(int()),
    reactions: readOnly(requestedReactions, { visible: 'whenSet' }),
    threadedReplies: readOnly(requestedReplies, { visible: 'whenSet' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    phone: { type: 'string', match: 'digits' },
    toNumber: { type: 'string', match: 'digits' },
    fromNumber: { type: 'string', match: 'digits' },
    userId: { type: 'int', match: 'equals', many: true },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  options: RESPONSE_OPTIONS,
  problems: ({ recordingUrl }) => listAddressProblems('recordingUrl', recordingUrl),
  webhooks: { created: 'callsCreated', updated: 'callsUpdated', deleted: 'callsDeleted' },
});
