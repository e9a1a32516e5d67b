import { bool, defineResource, int, list, readOnly, str, text, time } from '@porchlight/resource';
import {
  ConversationServiceDefinition,
  type Conversation,
} from '../generated/porchlight/notifier/v1/conversation_service';
import { conversationMessage, participant } from './conversation-fields';

/** A conversation of an inbox app, in a user's inbox or in the team's. Only actions access it (decisions section 9). */
export const conversations = defineResource<Conversation>(ConversationServiceDefinition, {
  verbs: [],
  description: 'Conversations that inbox apps sent.',
  roles: {},
  describe: {
    inboxAppId: 'Id of the inbox app that sent the conversation.',
    externalConversationId: 'Id of the conversation in the inbox app.',
    userId: 'Id of the user whose inbox has the conversation; null for the whole account.',
    assignedUserId: 'Id of the user who works on the conversation.',
    ownerSharedInboxId: 'Id of the team inbox that has the conversation.',
    assignedSharedInboxId: 'Id of the team inbox to which the conversation was assigned.',
    archived: 'True if the conversation is archived.',
    unread: 'True if the last message was not read.',
    lastMessage: 'Text of the last message.',
    lastMessageAt: 'When the last message came.',
    participants: 'People who take part besides the users.',
  },
  fields: {
    inboxAppId: readOnly(int()),
    externalConversationId: readOnly(str()),
    userId: readOnly(int()),
    assignedUserId: readOnly(int()),
    ownerSharedInboxId: readOnly(int()),
    assignedSharedInboxId: readOnly(int()),
    personId: readOnly(int()),
    archived: readOnly(bool(), { fallback: false }),
    unread: readOnly(bool(), { fallback: false }),
    lastMessage: readOnly(text()),
    lastMessageAt: readOnly(time()),
    participants: readOnly(list(participant(), 50)),
    // Only in the action for a single conversation.
    messages: readOnly(list(conversationMessage(), 200), { visible: false }),
  },
  filters: {
    archived: { type: 'bool', match: 'equals' },
    unread: { type: 'bool', match: 'equals' },
    personId: { type: 'int', match: 'equals' },
    inboxAppId: { type: 'int', match: 'equals' },
  },
});
