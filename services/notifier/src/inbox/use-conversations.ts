import type {
  Conversation,
  InboxApp,
  INBOX_CALLBACK_FIELDS,
  InboxCallbackData,
  InboxCallbackName,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { FIRST_PAGE, type ListQuery } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { TeamInboxes } from '../team-inboxes';
import type { MessageStore } from './message-store';
import type { PublishedApps } from './published-app-store';
import type { ConversationDocument, MessageDocument } from './conversation-document';
import { messageRecord, unreadKeys } from './conversation-strategy';
import type { InboxAppDocument } from './inbox-app-document';
import { addMessageTo } from './write-conversations';

export interface UseConversationsOptions {
  readonly installed: Pick<ResourceStore<InboxApp, InboxAppDocument>, 'load'>;
  readonly conversations: Pick<
    ResourceStore<Conversation, ConversationDocument>,
    'load' | 'list' | 'modify' | 'render' | 'count'
  >;
  readonly published: Pick<PublishedApps, 'find'>;
  readonly messages: MessageStore;
  readonly inboxes: Pick<TeamInboxes, 'findVisible'>;
  /** Grows with time. */
  readonly order: () => string;
  readonly clock: Clock;
}

/** Messages in a response. */
const MAX_MESSAGES = 200;

/** The conversation with a pending callback; the consumer of the change sends it. */
const withCallback = <N extends InboxCallbackName>(
  before: ConversationDocument,
  event: N,
  more: InboxCallbackData<N>,
): ConversationDocument => {
  const { accountId, inboxAppId, publishedInboxAppId, id: conversationId, externalId: externalConversationId } = before;
  const about: Record<(typeof INBOX_CALLBACK_FIELDS)[number], unknown> = {
    accountId,
    inboxAppId,
    publishedInboxAppId,
    conversationId,
    externalConversationId,
  };
  return { ...before, callback: { number: (before.callback?.number ?? 0) + 1, event, data: { ...about, ...more } } };
};

/** Methods for users: conversations of their inbox and the team's (decisions section 9). */
export const createConversationUses = (options: UseConversationsOptions) => {
  const { installed, conversations, messages, clock } = options;

  const seen = async (call: StoreCall, id: number): Promise<ConversationDocument> => {
    const document = await conversations.load(call, id);
    const isHidden =
      document && document.inbox < 0 && !(await options.inboxes.findVisible(call)).includes(-document.inbox);
    if (!document || isHidden) throw refuse('NOT_FOUND', { what: 'conversation' });
    return document;
  };

  const requireReplies = async (call: StoreCall, inboxAppId: number): Promise<void> => {
    const app = await installed.load(call, inboxAppId);
    if (!app) throw refuse('CONFLICT', { message: 'The inbox app of this conversation is no longer installed.' });
    if (!(await options.published.find(app.publishedInboxAppId)))
      throw refuse('CONFLICT', { message: 'The inbox app of this conversation is no longer published.' });
    if (!app.canReply) throw refuse('CONFLICT', { message: 'The inbox app of this conversation takes no replies.' });
    if (app.status !== 'Active')
      throw refuse('CONFLICT', {
        message: 'The inbox app of this conversation could not be reached and is disabled. Install it again.',
      });
  };

  const change = async (
    call: StoreCall,
    id: number,
    modification: (before: ConversationDocument) => ConversationDocument | undefined,
  ) => {
    await seen(call, id);
    const document = await conversations.modify(call, id, modification);
    return { record: await conversations.render(document, call) };
  };

  return {
    listConversations: ({ query }: { query?: ListQuery | undefined }, call: StoreCall) =>
      conversations.list(call, query ?? FIRST_PAGE),

    async getConversation({ id }: { id: number }, call: StoreCall) {
      const document = await seen(call, id);
      const [record, newest] = await Promise.all([
        conversations.render(document, call),
        messages.newest(document.accountId, id, MAX_MESSAGES),
      ]);
      return { record: { ...record, messages: newest.map(messageRecord) } };
    },

    async replyToConversation({ id, message: text }: { id: number; message: string }, call: StoreCall) {
      const conversation = await seen(call, id);
      if (text.trim() === '') throw refuse('INVALID_BODY', { problems: "Field 'message' must not be empty." });
      await requireReplies(call, conversation.inboxAppId);
      const { accountId, userId } = call.actor;
      const [order, now] = [await memoize(call, 'order', () => options.order()), clock.date()];
      const draft: MessageDocument = {
        _id: `${accountId}:r${order}`,
        accountId,
        conversation: `${accountId}:${id}`,
        conversationId: id,
        order,
        type: 'message',
        message: text,
        isIncoming: false,
        userId,
        created: now,
        updated: now,
      };
      const { message, created } = await messages.add(draft);
      const record = messageRecord(message);
      await conversations.modify(call, id, (before) => {
        // A repeat: the app was notified. If that is unknown, it is notified again.
        if (!created && (message.order === before.lastOrder || before.callback?.data['messageId'] === record.id))
          return undefined;
        // A reply marks the conversation as read.
        return {
          ...withCallback(addMessageTo(before, message), 'inboxAppReply', {
            messageId: record.id,
            message: text,
            userId,
          }),
          unread: false,
        };
      });
      return { record };
    },

    readConversation: ({ id }: { id: number }, call: StoreCall) =>
      change(call, id, (before) =>
        before.unread
          ? { ...withCallback(before, 'inboxAppConversationRead', { userId: call.actor.userId }), unread: false }
          : undefined,
      ),

    archiveConversation: ({ id }: { id: number }, call: StoreCall) =>
      change(call, id, (before) =>
        before.archived
          ? undefined
          : { ...withCallback(before, 'inboxAppConversationArchived', { userId: call.actor.userId }), archived: true },
      ),

    async countUnread(_request: object, call: StoreCall): Promise<{ count: number }> {
      const { accountId, userId } = call.actor;
      const keys = unreadKeys(userId, await options.inboxes.findVisible(call));
      const counts = await Promise.all(keys.map((key) => conversations.count(accountId, key)));
      return { count: counts.reduce((sum, one) => sum + one, 0) };
    },
  };
};
