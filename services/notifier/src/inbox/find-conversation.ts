import type { Conversation } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { TeamInboxes } from '../team-inboxes';
import type { ConversationDocument } from './conversation-document';

export interface FindConversationOptions {
  readonly conversations: Pick<ResourceStore<Conversation, ConversationDocument>, 'load'>;
  readonly inboxes: Pick<TeamInboxes, 'findVisible'>;
}

/** The conversation in an inbox that the caller sees. Throws NOT_FOUND. */
export const findConversation = async (
  { conversations, inboxes }: FindConversationOptions,
  call: StoreCall,
  id: number,
): Promise<ConversationDocument> => {
  const document = await conversations.load(call, id);
  const isHidden = document && document.inbox < 0 && !(await inboxes.findVisible(call)).includes(-document.inbox);
  if (!document || isHidden) throw refuse('NOT_FOUND', { what: 'conversation' });
  return document;
};
