import { INBOX_CALLBACKS, type InboxCallbackName, type Participant } from '@porchlight/contracts';
import {
  anything,
  type Column,
  type Columns,
  date,
  defineDocument,
  type Document,
  type DocumentOf,
  flag,
  type Index,
  listOf,
  nested,
  number,
  optional,
  type Stored,
  text,
  word,
} from '@porchlight/store';

const CALLBACK_NAMES = Object.keys(INBOX_CALLBACKS) as InboxCallbackName[];

/** The last callback to the app. Stored with the conversation, so that a crash does not lose it. */
export interface Callback {
  /** Number of callbacks of the conversation. */
  number: number;
  event: InboxCallbackName;
  data: Record<string, unknown>;
}

const participantColumn: Column<Participant> = nested({ name: text, email: optional(text), phone: optional(text) });

/** Columns of conversation documents. */
export const conversationColumns = {
  inboxAppId: number,
  publishedInboxAppId: number,
  /** Id at the app. */
  externalId: text,
  /** `<inboxAppId>:<externalId>`, unique in the account. */
  key: text,
  /** User of the inbox; 0 for the team's inbox. */
  inbox: number,
  assignedUserId: optional(number),
  personId: optional(number),
  archived: flag,
  /** Read state; conversations of the team are read for all users. */
  unread: flag,
  lastMessage: optional(text),
  lastMessageAt: optional(date),
  /** Order of the last message; an older message that arrives late does not replace it. */
  lastOrder: text,
  participants: listOf(participantColumn),
  /** The data is the body for the app, with keys of its own for each event. */
  callback: optional<Callback>(nested({ number, event: word(...CALLBACK_NAMES), data: anything<Callback['data']>() })),
} satisfies Columns;

/** A conversation of an inbox app. */
export interface ConversationDocument extends Document, Stored<typeof conversationColumns> {}

/** accountId comes first. */
export const conversationIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { inbox: 1, id: 1 } },
  { keys: { personId: 1, id: 1 } },
];

/** Ids of an app are unique within its installation. */
export const conversationKey = (inboxAppId: number, externalId: string): string => `${inboxAppId}:${externalId}`;

/** A stored message or note. */
export const messageSchema = defineDocument(
  {
    /** `<accountId>:<id>`, derived from the app's id of the message, so that a repeat adds no second one. */
    _id: text,
    accountId: number,
    /** `<accountId>:<conversationId>` */
    conversation: text,
    conversationId: number,
    /** Grows with time. */
    order: text,
    type: word('message', 'note'),
    externalMessageId: optional(text),
    message: text,
    isIncoming: flag,
    sender: optional(participantColumn),
    userId: optional(number),
    created: date,
    updated: date,
  },
  [{ keys: { conversation: 1, order: 1 }, global: true }],
);
export type MessageDocument = DocumentOf<typeof messageSchema>;
