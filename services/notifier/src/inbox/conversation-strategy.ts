import type { Conversation, ConversationMessage } from '@porchlight/contracts';
import type { Strategy } from '@porchlight/store';
import type { ConversationDocument, MessageDocument } from './conversation-document';

/** Event name of a pending callback. */
export const CALLBACK = 'callback';

const TEAM = 0;

/** Rules of conversations: users see their own inbox and the team's, the owner too (decisions section 9). */
export const conversationStrategy: Strategy<Conversation, ConversationDocument> = {
  toRecord: (document) => ({
    id: document.id,
    created: document.created,
    updated: document.updated,
    inboxAppId: document.inboxAppId,
    externalConversationId: document.externalId,
    userId: document.inbox === TEAM ? undefined : document.inbox,
    assignedUserId: document.assignedUserId,
    personId: document.personId,
    archived: document.archived,
    unread: document.unread,
    lastMessage: document.lastMessage,
    lastMessageAt: document.lastMessageAt,
    participants: document.participants,
    messages: [],
    version: document.version,
  }),
  mayView: ({ actor }, { inbox }) => inbox === TEAM || inbox === actor.userId,
  listCondition: ({ actor }) => ({ inbox: { $in: [TEAM, actor.userId] } }),
  countsOf: ({ inbox, unread, archived }) => (unread && !archived ? [`unread:${inbox}`] : []),
  extraEvents(before, after) {
    const { callback, inboxAppId } = after ?? {};
    if (!callback || callback.number === before?.callback?.number) return [];
    return [{ name: CALLBACK, data: { inboxAppId, event: callback.event, data: callback.data }, internal: true }];
  },
};

/** Counters of unread conversations per user. */
export const unreadKeys = (userId: number): string[] => [`unread:${TEAM}`, `unread:${userId}`];

/** A message as callers see it. */
export const messageRecord = (document: MessageDocument): ConversationMessage => ({
  id: document._id.slice(document._id.indexOf(':') + 1),
  created: document.created,
  updated: document.updated,
  externalMessageId: document.externalMessageId,
  type: document.type,
  message: document.message,
  isIncoming: document.isIncoming,
  sender: document.sender,
  userId: document.userId,
  conversationId: document.conversationId,
});
