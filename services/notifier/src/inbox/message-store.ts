import { type DocumentCollection, inAccounts } from '@porchlight/store';
import type { MessageDocument } from './conversation-document';

/** Messages of conversations. */
export interface MessageStore {
  /** Adds a message unless its id exists; returns the stored one. */
  add(message: MessageDocument): Promise<{ message: MessageDocument; created: boolean }>;
  /** Changes the text; null if the message does not exist. */
  edit(id: string, text: string, now: Date): Promise<MessageDocument | null>;
  find(id: string): Promise<MessageDocument | null>;
  /** The newest messages of a conversation, oldest first. */
  newest(accountId: number, conversationId: number, limit: number): Promise<MessageDocument[]>;
}

/** Stores messages and notes. */
export const createMessageStore = (messages: DocumentCollection<MessageDocument>): MessageStore => ({
  async add(message) {
    if ((await messages.insertMany([message])).length === 0) return { message, created: true };
    const known = await messages.findOne({ _id: message._id });
    if (!known) throw new Error('A message was refused as a duplicate of none.');
    return { message: known, created: false };
  },
  edit: (id, text, now) => messages.findOneAndUpdate({ _id: id }, { $set: { message: text, updated: now } }),
  find: (id) => messages.findOne({ _id: id }),
  async newest(accountId, conversationId, limit) {
    const conversation = `${accountId}:${conversationId}`;
    return (await messages.find(inAccounts({ conversation }, [accountId]), { sort: { order: -1 }, limit })).reverse();
  },
});
