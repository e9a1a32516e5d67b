import type { Conversation, InboxApp } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { FIRST_PAGE, type ListQuery } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { TeamInboxes } from '../team-inboxes';
import type { MessageStore } from './message-store';
import type { PublishedApps } from './published-app-store';
import type { ConversationDocument, MessageDocument } from './conversation-document';
import { createCallback, markRead, withCallbacks } from './conversation-state';
import { messageRecord, unreadKeys } from './conversation-strategy';
import type { InboxAppDocument } from './inbox-app-document';
import { addMessageTo } from './write-conversations';

export interface UseConversationsOptions {
  readonly installed: Pick<ResourceStore<InboxApp, InboxAppDocument>, 'load'>;
  readonly conversations: Pick<
    ResourceStore<Conversation, ConversationDocument>,
    'load' | 'list' | 'update' | 'modify' | 'render' | 'count'
  >;
  readonly published: Pick<PublishedApps, 'find'>;
  readonly messages: MessageStore;
  readonly inboxes: Pick<TeamInboxes, 'findVisible'>;
  /** Grows with time. */
  readonly order: () => string;
  readonly clock: Clock;
}

/** A change by a user. */
interface UpdateConversation {
  readonly id: number;
  readonly record?: Conversation | undefined;
  readonly mask?: string[] | undefined;
  readonly options?: Record<string, string>;
}

/** Messages in a response. */
const MAX_MESSAGES = 200;

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

  const update = async (...request: Parameters<typeof conversations.update>) => {
    const [call, id] = request;
    await seen(call, id);
    return { record: (await conversations.update(...request)).record };
  };

  const set = (call: StoreCall, id: number, change: Pick<Partial<Conversation>, 'unread' | 'archived'>) =>
    update(call, id, { id, version: 0, participants: [], messages: [], ...change }, Object.keys(change));

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
        const callback = createCallback(before, 'inboxAppReply', { messageId: record.id, message: text, userId });
        // A reply marks the conversation as read.
        return withCallbacks(markRead(addMessageTo(before, message), userId, now), [callback]);
      });
      return { record };
    },

    async updateConversation(
      { id, record, mask = [], options: requestOptions = {} }: UpdateConversation,
      call: StoreCall,
    ) {
      if (!record) throw refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' });
      return update(call, id, record, mask, requestOptions);
    },

    readConversation: ({ id }: { id: number }, call: StoreCall) => set(call, id, { unread: false }),

    archiveConversation: ({ id }: { id: number }, call: StoreCall) => set(call, id, { archived: true }),

    async countUnread(_request: object, call: StoreCall): Promise<{ count: number }> {
      const { accountId, userId } = call.actor;
      const keys = unreadKeys(userId, await options.inboxes.findVisible(call));
      const counts = await Promise.all(keys.map((key) => conversations.count(accountId, key)));
      return { count: counts.reduce((sum, one) => sum + one, 0) };
    },
  };
};
