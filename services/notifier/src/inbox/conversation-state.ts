import type { INBOX_CALLBACK_FIELDS, InboxCallbackData, InboxCallbackName } from '@porchlight/contracts';
import type { CallbackContent, ConversationDocument } from './conversation-document';

/** The conversation in the state that a user gave it, read at this time. */
export const markRead = (before: ConversationDocument, userId: number, now: Date): ConversationDocument =>
  before.unread ? { ...before, unread: false, readById: userId, readAt: now } : before;

/** The conversation with messages that are not read; the former reader is forgotten. */
export const markUnread = ({ readById: _by, readAt: _at, ...before }: ConversationDocument): ConversationDocument => ({
  ...before,
  unread: true,
});

/**
 * The conversation with this user. An assignment moves it from a user's inbox to that of the assigned user; in other
 * inboxes it stays.
 */
export const assignTo = (
  { assignedUserId: _former, ...before }: ConversationDocument,
  userId: number | undefined,
): ConversationDocument => ({
  ...before,
  ...(userId !== undefined && { assignedUserId: userId }),
  ...(userId !== undefined && before.inbox > 0 && { inbox: userId }),
});

/** The later of two times. */
const latest = (one: Date | undefined, other: Date): Date => (one !== undefined && one > other ? one : other);

/** The conversation after a message or note was added or changed at this time. */
export const touchMessages = (before: ConversationDocument, at: Date): ConversationDocument => ({
  ...before,
  messagesUpdated: latest(before.messagesUpdated, at),
});

/** A callback about a conversation. */
export const createCallback = <N extends InboxCallbackName>(
  { accountId, inboxAppId, publishedInboxAppId, id, externalId }: ConversationDocument,
  event: N,
  more: InboxCallbackData<N>,
): CallbackContent => {
  const about: Record<(typeof INBOX_CALLBACK_FIELDS)[number], unknown> = {
    accountId,
    inboxAppId,
    publishedInboxAppId,
    conversationId: id,
    externalConversationId: externalId,
  };
  return { event, data: { ...about, ...more } };
};

/** The conversation with pending callbacks, two at most; the consumer of the change sends them. */
export const withCallbacks = (
  conversation: ConversationDocument,
  [first, next]: readonly CallbackContent[],
): ConversationDocument => {
  if (!first) return conversation;
  const number = (conversation.callback?.number ?? 0) + 1;
  return { ...conversation, callback: { number, ...first, ...(next && { next }) } };
};
