import type { InboxCallbackName, Participant } from '@porchlight/contracts';
import type { Document, Index } from '@porchlight/store';

/** The last callback to the app. Stored with the conversation, so that a crash does not lose it. */
export interface Callback {
  /** Number of callbacks of the conversation. */
  number: number;
  event: InboxCallbackName;
  data: Record<string, unknown>;
}

/** A conversation of an inbox app. */
export interface ConversationDocument extends Document {
  inboxAppId: number;
  publishedInboxAppId: number;
  /** Id at the app. */
  externalId: string;
  /** `<inboxAppId>:<externalId>`, unique in the account. */
  key: string;
  /** User of the inbox; 0 for the team's inbox. */
  inbox: number;
  assignedUserId?: number;
  personId?: number;
  archived: boolean;
  /** Read state; conversations of the team are read for all users. */
  unread: boolean;
  lastMessage?: string;
  lastMessageAt?: Date;
  /** Order of the last message; an older message that arrives late does not replace it. */
  lastOrder: string;
  participants: Participant[];
  callback?: Callback;
}

/** accountId comes first. */
export const conversationIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { inbox: 1, id: 1 } },
  { keys: { personId: 1, id: 1 } },
];

/** Ids of an app are unique within its installation. */
export const conversationKey = (inboxAppId: number, externalId: string): string => `${inboxAppId}:${externalId}`;

/** A stored message or note. */
export interface MessageDocument {
  /** `<accountId>:<id>`, derived from the app's id of the message, so that a repeat adds no second one. */
  _id: string;
  accountId: number;
  /** `<accountId>:<conversationId>` */
  conversation: string;
  conversationId: number;
  /** Grows with time. */
  order: string;
  type: 'message' | 'note';
  externalMessageId?: string;
  message: string;
  isIncoming: boolean;
  sender?: Participant;
  userId?: number;
  created: Date;
  updated: Date;
}

/** Messages are read by conversation, in their order. */
export const messageIndexes: readonly Index[] = [{ keys: { conversation: 1, order: 1 }, global: true }];
