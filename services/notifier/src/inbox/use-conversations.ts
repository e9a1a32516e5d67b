import type { Conversation } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { FIRST_PAGE, type ListQuery } from '@porchlight/resource';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { ConversationDocument } from './conversation-document';
import { messageRecord, unreadKeys } from './conversation-strategy';
import { findConversation } from './find-conversation';
import type { MessageStore } from './message-store';
import { replyToConversation, type ReplyOptions } from './reply-to-conversation';

export interface UseConversationsOptions extends ReplyOptions {
  readonly conversations: Pick<
    ResourceStore<Conversation, ConversationDocument>,
    'load' | 'list' | 'update' | 'modify' | 'render' | 'count'
  >;
  readonly messages: MessageStore;
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
  const { conversations, inboxes, messages } = options;

  const update = async (...request: Parameters<typeof conversations.update>) => {
    const [call, id] = request;
    await findConversation(options, call, id);
    return { record: (await conversations.update(...request)).record };
  };

  const set = (call: StoreCall, id: number, change: Pick<Partial<Conversation>, 'unread' | 'archived'>) =>
    update(call, id, { id, version: 0, participants: [], messages: [], ...change }, Object.keys(change));

  return {
    listConversations: ({ query }: { query?: ListQuery | undefined }, call: StoreCall) =>
      conversations.list(call, query ?? FIRST_PAGE),

    async getConversation({ id }: { id: number }, call: StoreCall) {
      const document = await findConversation(options, call, id);
      const [record, newest] = await Promise.all([
        conversations.render(document, call),
        messages.newest(document.accountId, id, MAX_MESSAGES),
      ]);
      return { record: { ...record, messages: newest.map(messageRecord) } };
    },

    replyToConversation: replyToConversation(options),

    async updateConversation(
      { id, record, mask = [], options: requestOptions = {} }: UpdateConversation,
      call: StoreCall,
    ) {
      if (!record) throw invalidBody('The body must be a JSON object.');
      return update(call, id, record, mask, requestOptions);
    },

    readConversation: ({ id }: { id: number }, call: StoreCall) => set(call, id, { unread: false }),

    archiveConversation: ({ id }: { id: number }, call: StoreCall) => set(call, id, { archived: true }),

    async countUnread(_request: object, call: StoreCall): Promise<{ count: number }> {
      const { accountId, userId } = call.actor;
      const keys = unreadKeys(userId, await inboxes.findVisible(call));
      const counts = await Promise.all(keys.map((key) => conversations.count(accountId, key)));
      return { count: counts.reduce((sum, one) => sum + one, 0) };
    },
  };
};
