import { bool, defineResource, int, list, readOnly, str, text, time, writable } from '@porchlight/resource';
import {
  ConversationServiceDefinition,
  type Conversation,
} from '../generated/porchlight/notifier/v1/conversation_service';
import { EVERYONE } from '../roles';
import { conversationMessage, participant } from './conversation-fields';

/**
 * A conversation of an inbox app, in a user's inbox or in the team's (decisions section 9). Users assign, archive and
 * mark it; an action returns one with its messages.
 */
export const conversations = defineResource<Conversation>(ConversationServiceDefinition, {
  verbs: ['list', 'update'],
  description: "Conversations that inbox apps sent: of the caller's inbox, the team's and the caller's team inboxes.",
  roles: { list: EVERYONE, update: EVERYONE },
  visibility: 'listed',
  describe: {
    inboxAppId: 'Id of the inbox app that sent the conversation.',
    externalConversationId: 'Id of the conversation in the inbox app.',
    userId: 'Id of the user whose inbox has the conversation; null for the whole account.',
    assignedUserId:
      "Id of the user who works on the conversation; null for none. A conversation of a user's inbox moves to the inbox of the assigned user.",
    ownerSharedInboxId: 'Id of the team inbox that has the conversation.',
    assignedSharedInboxId: 'Id of the team inbox to which the conversation was assigned.',
    archived: 'True if the conversation is archived. The next incoming message reopens it.',
    unread: 'True if the newest messages are not read. The state is the same for all users who see the conversation.',
    readById: 'Id of the user who marked the conversation as read; null while it is unread.',
    readAt: 'When the conversation was marked as read; null while it is unread.',
    messagesUpdated: 'When a message or note was last added or changed.',
    lastMessage: 'Text of the last message.',
    lastMessageAt: 'When the last message came.',
    participants: 'People who take part besides the users.',
  },
  fields: {
    inboxAppId: readOnly(int()),
    externalConversationId: readOnly(str()),
    userId: readOnly(int()),
    assignedUserId: writable(int({ min: 1 })),
    ownerSharedInboxId: readOnly(int()),
    assignedSharedInboxId: readOnly(int()),
    personId: readOnly(int()),
    archived: writable(bool(), { fallback: false, nullable: false }),
    unread: writable(bool(), { fallback: false, nullable: false }),
    readById: readOnly(int()),
    readAt: readOnly(time()),
    messagesUpdated: readOnly(time()),
    lastMessage: readOnly(text()),
    lastMessageAt: readOnly(time()),
    participants: readOnly(list(participant(), 50)),
    // Only in the action for a single conversation.
    messages: readOnly(list(conversationMessage(), 200), { visible: false }),
  },
  filters: {
    archived: { type: 'bool', match: 'equals' },
    unread: { type: 'bool', match: 'equals' },
    assignedUserId: { type: 'int', match: 'equals' },
    unassigned: {
      type: 'bool',
      match: 'rule',
      describe: 'True: only conversations without an assigned user. False: only conversations with one.',
    },
    personId: { type: 'int', match: 'equals' },
    inboxAppId: { type: 'int', match: 'equals' },
  },
  webhooks: { created: 'conversationsCreated', updated: 'conversationsUpdated' },
});
