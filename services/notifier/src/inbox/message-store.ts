import { type DocumentCollection, inAccounts } from '@porchlight/store';
import type { MessageDocument } from './conversation-document';

/** Stores messages and notes. */
export const createMessageStore = (messages: DocumentCollection<MessageDocument>) => ({
  /** Adds a message unless its id exists; returns the stored one. */
  async add(message: MessageDocument) {
    if ((await messages.insertMany([message])).length === 0) return { message, created: true };
    const stored = await messages.findOne({ _id: message._id });
    if (!stored) throw new Error('A message was refused as a duplicate of none.');
    return { message: stored, created: false };
  },
  /** Changes the text; null if the message does not exist. */
  edit: (id: string, text: string, now: Date) =>
    messages.findOneAndUpdate({ _id: id }, { $set: { message: text, updated: now } }),
  find: (id: string) => messages.findOne({ _id: id }),
  /** The newest messages of a conversation, oldest first. */
  async newest(accountId: number, conversationId: number, limit: number) {
    const conversation = `${accountId}:${conversationId}`;
    return (await messages.find(inAccounts({ conversation }, [accountId]), { sort: { order: -1 }, limit })).reverse();
  },
});

/** Messages of conversations. */
export type MessageStore = ReturnType<typeof createMessageStore>;
