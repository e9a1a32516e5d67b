import { INBOX_CALLBACKS, SYSTEM_MESSAGE_TYPES, type InboxCallbackName, type Participant } from '@porchlight/contracts';
import {
  column,
  type Column,
  type Columns,
  defineDocument,
  type Document,
  type DocumentOf,
  type Index,
  type Stored,
} from '@porchlight/store';

const CALLBACK_NAMES = Object.keys(INBOX_CALLBACKS) as InboxCallbackName[];

/** A callback to the app. */
export interface CallbackContent {
  event: InboxCallbackName;
  data: Record<string, unknown>;
}

/** The callbacks of the last write that had some. Stored with the conversation, so that a crash does not lose them. */
export interface Callback extends CallbackContent {
  /** Number of callbacks of the conversation. */
  number: number;
  /** A second callback of the same write, which marked the conversation as read and archived it. */
  next?: CallbackContent | undefined;
}

/** The data is the body for the app, with keys of its own for each event. */
const callbackColumns = {
  event: column.word(...CALLBACK_NAMES),
  data: column.anything<Callback['data']>(),
};

const participantColumn: Column<Participant> = column.nested({
  name: column.text,
  email: column.optional(column.text),
  phone: column.optional(column.text),
  relationshipId: column.optional(column.number),
});

export const conversationColumns = {
  inboxAppId: column.number,
  publishedInboxAppId: column.number,
  /** Id at the app. */
  externalId: column.text,
  /** `<inboxAppId>:<externalId>`, unique in the account. */
  key: column.text,
  /** User of the inbox; 0 for the team's inbox; below 0 a team inbox, `-<id>`. */
  inbox: column.number,
  assignedUserId: column.optional(column.number),
  assignedInboxId: column.optional(column.number),
  personId: column.optional(column.number),
  archived: column.flag,
  /** Read state; conversations of the team are read for all users. */
  unread: column.flag,
  /** Only while it is read. */
  readById: column.optional(column.number),
  readAt: column.optional(column.date),
  /** Absent until the first message or note after the field was introduced. */
  messagesUpdated: column.optional(column.date),
  lastMessage: column.optional(column.text),
  lastMessageAt: column.optional(column.date),
  /** Order of the last message; an older message that arrives late does not replace it. */
  lastOrder: column.text,
  participants: column.listOf(participantColumn),
  callback: column.optional<Callback>(
    column.nested({
      ...callbackColumns,
      number: column.number,
      next: column.optional<CallbackContent>(column.nested(callbackColumns)),
    }),
  ),
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
    _id: column.text,
    accountId: column.number,
    /** `<accountId>:<conversationId>` */
    conversation: column.text,
    conversationId: column.number,
    /** Grows with time. */
    order: column.text,
    type: column.word('message', 'note'),
    externalMessageId: column.optional(column.text),
    message: column.text,
    isIncoming: column.flag,
    sender: column.optional(participantColumn),
    userId: column.optional(column.number),
    /** Only in messages that the app adds about itself. */
    systemType: column.optional(column.word(...SYSTEM_MESSAGE_TYPES)),
    created: column.date,
    updated: column.date,
  },
  [{ keys: { conversation: 1, order: 1 }, global: true }],
);
export type MessageDocument = DocumentOf<typeof messageSchema>;
