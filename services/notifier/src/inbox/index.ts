export { inbox } from './feature';
export type { ConversationDocument, MessageDocument } from './conversation-document';
export { messageRecord } from './conversation-strategy';
export type { Inbox } from './inbox-parts';
