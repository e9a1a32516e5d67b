/** Fields of `data` in every callback to an inbox app: they identify the conversation. */
export const INBOX_CALLBACK_FIELDS = [
  'accountId',
  'inboxAppId',
  'publishedInboxAppId',
  'conversationId',
  'externalConversationId',
] as const;

/**
 * Callbacks to inbox apps (specification: Inbox app callbacks; decisions section 9): their triggers, and the additional
 * content of `data`.
 */
export const INBOX_CALLBACKS = {
  inboxAppReply: { when: 'a user replied', data: ['messageId', 'message', 'userId'] },
  inboxAppConversationRead: { when: 'a user read a conversation that was unread', data: ['userId'] },
  inboxAppConversationArchived: { when: 'a user archived a conversation', data: ['userId'] },
} as const;

/** Name of a callback. */
export type InboxCallbackName = keyof typeof INBOX_CALLBACKS;
/** Content of a callback besides its conversation. */
export type InboxCallbackData<N extends InboxCallbackName> = Record<
  (typeof INBOX_CALLBACKS)[N]['data'][number],
  unknown
>;
