import { bool, defineResource, int, oneOf, readOnly, required, str, text, writable } from '@porchlight/resource';
import { authorFields } from '../author-fields';
import { PhoneCallServiceDefinition, type PhoneCall } from '../generated/porchlight/people/v1/phone_call_service';
import { EVERYONE } from '../roles';

/** Outcome of a call (decisions section 5). */
export const CALL_OUTCOMES = [
  'Interested',
  'Not Interested',
  'Left Message',
  'No Answer',
  'Busy',
  'Bad Number',
] as const;

/** A phone call with a person, as a record; no call is made (decisions section 5). */
export const calls = defineResource<PhoneCall>(PhoneCallServiceDefinition, {
  resource: 'calls',
  description: 'Phone calls with people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  fields: {
    ...authorFields,
    personId: required(int({ min: 1 })),
    phone: required(str({ min: 1 })),
    isIncoming: required(bool()),
    note: writable(text()),
    outcome: writable(oneOf(CALL_OUTCOMES)),
    duration: writable(int({ min: 0 })),
    toNumber: writable(str()),
    fromNumber: writable(str()),
    userId: writable(int({ min: 1 })),
    userName: readOnly(str()),
    recordingUrl: writable(str({ max: 2048 })),
    ringDuration: readOnly(int()),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    phone: { type: 'string', match: 'rule' },
    toNumber: { type: 'string', match: 'rule' },
    fromNumber: { type: 'string', match: 'rule' },
    userId: { type: 'int', match: 'equals', many: true },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  webhooks: { created: 'callsCreated', updated: 'callsUpdated', deleted: 'callsDeleted' },
});
