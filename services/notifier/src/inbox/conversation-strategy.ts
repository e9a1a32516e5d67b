import { callbackRequested, type Conversation, type ConversationMessage } from '@porchlight/contracts';
import type { StoreCall, Strategy } from '@porchlight/store';
import type { ConversationDocument, MessageDocument } from './conversation-document';

const TEAM = 0;

/** Rules of conversations: users see their own inbox and the team's, the owner too (decisions section 9). */
export const conversationStrategy: Strategy<Conversation, ConversationDocument> = {
  render: ({ externalId, inbox }) => ({
    externalConversationId: externalId,
    userId: inbox === TEAM ? undefined : inbox,
    messages: [],
  }),
  planList: ({ actor }) => ({ conditions: [{ inbox: { $in: [TEAM, actor.userId] } }] }),
  counts: ({ inbox, unread, archived }) => (unread && !archived ? [`unread:${inbox}`] : []),
  events(before, after) {
    if (!after?.callback || after.callback.number === before?.callback?.number) return [];
    const { callback, inboxAppId } = after;
    return [callbackRequested.event({ inboxAppId, event: callback.event, data: callback.data })];
  },
};

/** True if the inbox is the caller's or the team's. Lists have the same condition. */
export const isInVisibleInbox = ({ actor }: StoreCall, { inbox }: Pick<ConversationDocument, 'inbox'>): boolean =>
  inbox === TEAM || inbox === actor.userId;

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
  systemType: document.systemType,
});
