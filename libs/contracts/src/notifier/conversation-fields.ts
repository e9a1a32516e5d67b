import { bool, int, object, str, text, time, type Codec } from '@porchlight/resource';
import type { ConversationMessage, Participant } from '../generated/porchlight/notifier/v1/conversation_service';

/** Longest names that inbox apps give to their conversations and messages: they stand in paths. */
export const MAX_EXTERNAL_ID = 128;
/** Most people in one conversation. */
export const MAX_PARTICIPANTS = 50;

/** The id that an inbox app gives a conversation, message or participant. */
export const externalId = (): Codec<string> => str({ min: 1, max: MAX_EXTERNAL_ID });

/** Somebody outside who takes part in a conversation. */
export const participant = (): Codec<Participant> =>
  object<Participant>(
    { name: str({ min: 1 }), email: str({ max: 320 }), phone: str({ max: 64 }) },
    { required: ['name'] },
  );

/** A message as users and apps see it. */
export const conversationMessage = (): Codec<ConversationMessage> =>
  object<ConversationMessage>({
    id: str(),
    created: time(),
    updated: time(),
    externalMessageId: str(),
    type: str(),
    message: text(),
    isIncoming: bool(),
    sender: participant(),
    userId: int(),
    conversationId: int(),
  });
