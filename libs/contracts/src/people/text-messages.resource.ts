import { bool, defineResource, int, list, readOnly, required, str, text, time, writable } from '@porchlight/resource';
import { authorFields } from '../author-fields';
import { TextMessageServiceDefinition, type TextMessage } from '../generated/porchlight/people/v1/text_message_service';
import { EVERYONE } from '../roles';

/** A text message with a person, as a record; no message is sent (decisions section 5). */
export const textMessages = defineResource<TextMessage>(TextMessageServiceDefinition, {
  collection: 'textmessages',
  description: 'Text messages with people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  requiresSystem: ['create'],
  fields: {
    ...authorFields,
    personId: required(int({ min: 1 })),
    message: required(text()),
    toNumber: required(str({ min: 1 })),
    fromNumber: required(str({ min: 1 })),
    isIncoming: writable(bool(), { nullable: false, fallback: false }),
    status: readOnly(str()),
    userId: readOnly(int()),
    userName: readOnly(str()),
    sent: readOnly(time()),
    externalLabel: writable(str()),
    externalUrl: writable(str({ max: 2048 })),
    systemName: readOnly(str()),
    name: readOnly(str()),
    firstName: readOnly(str()),
    lastName: readOnly(str()),
    picture: readOnly(str()),
    archived: readOnly(bool(), { fallback: false }),
    read: readOnly(bool(), { fallback: false }),
    sharedInboxId: readOnly(int()),
    actionPlanId: readOnly(int()),
    groupTextId: readOnly(str()),
    isExternal: readOnly(bool(), { fallback: false }),
    systemId: readOnly(int()),
    media: readOnly(list(str())),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    toNumber: { type: 'string', match: 'rule' },
    fromNumber: { type: 'string', match: 'rule' },
    isIncoming: { type: 'bool', match: 'equals' },
    userId: { type: 'int', match: 'equals', many: true },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  webhooks: { created: 'textMessagesCreated', updated: 'textMessagesUpdated', deleted: 'textMessagesDeleted' },
});
