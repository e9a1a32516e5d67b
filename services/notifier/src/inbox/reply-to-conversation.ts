import type { Conversation, InboxApp } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { ConversationDocument, MessageDocument } from './conversation-document';
import { createCallback, markRead, withCallbacks } from './conversation-state';
import { messageRecord } from './conversation-strategy';
import { findConversation, type FindConversationOptions } from './find-conversation';
import type { InboxAppDocument } from './inbox-app-document';
import type { MessageStore } from './message-store';
import type { PublishedApps } from './published-app-store';
import { addMessageTo } from './write-conversations';

export interface ReplyOptions extends FindConversationOptions {
  readonly installed: Pick<ResourceStore<InboxApp, InboxAppDocument>, 'load'>;
  readonly conversations: Pick<ResourceStore<Conversation, ConversationDocument>, 'load' | 'modify'>;
  readonly published: Pick<PublishedApps, 'find'>;
  readonly messages: Pick<MessageStore, 'add'>;
  /** Grows with time. */
  readonly order: () => string;
  readonly clock: Clock;
}

const requireReplies = async (
  { installed, published }: Pick<ReplyOptions, 'installed' | 'published'>,
  call: StoreCall,
  inboxAppId: number,
): Promise<void> => {
  const app = await installed.load(call, inboxAppId);
  if (!app) throw refuse('CONFLICT', { message: 'The inbox app of this conversation is no longer installed.' });
  if (!(await published.find(app.publishedInboxAppId)))
    throw refuse('CONFLICT', { message: 'The inbox app of this conversation is no longer published.' });
  if (!app.canReply) throw refuse('CONFLICT', { message: 'The inbox app of this conversation takes no replies.' });
  if (app.status !== 'Active')
    throw refuse('CONFLICT', {
      message: 'The inbox app of this conversation could not be reached and is disabled. Install it again.',
    });
};

/** A user replies; the app gets the callback inboxAppReply (decisions section 9). */
export const replyToConversation =
  (options: ReplyOptions) =>
  async ({ id, message: text }: { id: number; message: string }, call: StoreCall) => {
    const { conversations, messages, clock } = options;
    const conversation = await findConversation(options, call, id);
    if (text.trim() === '') throw invalidBody("Field 'message' must not be empty.");
    await requireReplies(options, call, conversation.inboxAppId);
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
  };
