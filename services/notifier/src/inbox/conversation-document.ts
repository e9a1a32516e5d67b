import type { InboxCallbackName, Participant } from '@porchlight/contracts';
import type { Document, Index } from '@porchlight/store';

/** The last callback to the app. Written with the conversation, so that a crash does not lose it. */
export interface Callback {
  /** Counts callbacks of the conversation. */
  number: number;
  event: InboxCallbackName;
  data: Record<string, unknown>;
}

/** A conversation that an inbox app brought in. */
export interface ConversationDocument extends Document {
  inboxAppId: number;
  publishedInboxAppId: number;
  /** The app's own name for it. */
  externalId: string;
  /** `<inboxAppId>:<externalId>`, unique in the account. */
  key: string;
  /** Whose inbox it is in; 0: the team's. */
  inbox: number;
  assignedUserId?: number;
  personId?: number;
  archived: boolean;
  /** Read state; conversations of the team are read for all users. */
  unread: boolean;
  lastMessage?: string;
  lastMessageAt?: Date;
  /** Order of the last message; an older one that comes late is not the last. */
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

/** A conversation's key: an inbox app's own id is unique within its installation. */
export const conversationKey = (inboxAppId: number, externalId: string): string => `${inboxAppId}:${externalId}`;

/** A message or note, in its collection. */
export interface MessageDocument {
  /** `<accountId>:<id>`; made of the app's own id for it, so that it is there once however often it comes. */
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
