import { bool, defineResource, int, readOnly, required, str, text, time, writable } from '@porchlight/resource';
import { byWhom } from '../by-whom';
import type { TextMessage } from '../generated/porchlight/people/v1/text_message_service';
import { EVERYONE } from '../roles';

/** A text message with a person, as a record; nothing is sent (decisions section 5). */
export const textMessages = defineResource<TextMessage>({
  service: 'people',
  resource: 'textMessages',
  noun: 'TextMessage',
  nouns: 'TextMessages',
  path: 'textMessages',
  collection: 'textmessages',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: EVERYONE, get: EVERYONE, list: EVERYONE, update: EVERYONE, delete: EVERYONE },
  visibility: 'viewers',
  demandsSystem: ['create'],
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    ...byWhom,
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
    version: readOnly(int(), { shown: false }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    toNumber: { type: 'string', match: 'rule' },
    fromNumber: { type: 'string', match: 'rule' },
    isIncoming: { type: 'bool', match: 'equals' },
  },
  sorts: { id: { on: 'id' }, created: { on: 'created' } },
  webhooks: { created: 'textMessagesCreated', updated: 'textMessagesUpdated', deleted: 'textMessagesDeleted' },
});
