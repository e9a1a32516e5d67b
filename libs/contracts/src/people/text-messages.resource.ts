import { bool, defineResource, int, list, readOnly, required, str, text, time, writable } from '@porchlight/resource';
import { authorFields } from '../author-fields';
import { TextMessageServiceDefinition, type TextMessage } from '../generated/porchlight/people/v1/text_message_service';
import { EVERYONE } from '../roles';
import { listAddressProblems } from '../web-address';

/** A text message with a person, as a record; no message is sent (decisions section 5). */
export const textMessages = defineResource<TextMessage>(TextMessageServiceDefinition, {
  collection: 'textmessages',
  description: 'Text messages with people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'rules' },
  requiresSystem: ['create'],
  fields: {
    ...authorFields,
    personId: required(int({ min: 1 }), { fixed: true }),
    message: required(text()),
    toNumber: required(str({ min: 1 })),
    fromNumber: required(str({ min: 1 })),
    isIncoming: writable(bool(), { nullable: false, fallback: false, initial: false }),
    status: readOnly(str(), { computed: ({ isIncoming }) => (isIncoming === true ? 'Received' : 'Sent') }),
    userId: readOnly(int(), { stamp: 'creator' }),
    userName: readOnly(str(), { nameOf: { field: 'userId', resource: 'users' } }),
    sent: readOnly(time(), { computed: ({ created }) => (created instanceof Date ? created : undefined) }),
    externalLabel: writable(str(), { emptyClears: true }),
    externalUrl: writable(str({ max: 2048 }), { emptyClears: true }),
    systemName: readOnly(str(), { stamp: 'system' }),
    name: readOnly(str()),
    firstName: readOnly(str()),
    lastName: readOnly(str()),
    picture: readOnly(str()),
    archived: readOnly(bool(), { fallback: false }),
    read: readOnly(bool(), { fallback: false }),
    // The team inbox of the sender (D12.7).
    sharedInboxId: writable(int({ min: 1 }), { remoteReference: 'teamInboxes' }),
    actionPlanId: readOnly(int()),
    groupTextId: readOnly(str()),
    isExternal: readOnly(bool(), { fallback: false, computed: ({ systemName }) => systemName !== undefined }),
    systemId: readOnly(int(), { stamp: 'systemId' }),
    media: readOnly(list(str())),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    toNumber: { type: 'string', match: 'digits' },
    fromNumber: { type: 'string', match: 'digits' },
    isIncoming: { type: 'bool', match: 'equals' },
    userId: { type: 'int', match: 'equals', many: true },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  problems: ({ externalUrl }) => listAddressProblems('externalUrl', externalUrl),
  webhooks: { created: 'textMessagesCreated', updated: 'textMessagesUpdated', deleted: 'textMessagesDeleted' },
});
