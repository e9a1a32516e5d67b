import { bool, int, object, str, text, time, type Codec } from '@porchlight/resource';
import type { ConversationMessage, Participant } from '../generated/porchlight/notifier/v1/conversation_service';

/** Maximum length of the ids that inbox apps assign to their conversations and messages: paths contain them. */
export const MAX_EXTERNAL_ID = 128;
/** Maximum number of people in one conversation. */
export const MAX_PARTICIPANTS = 50;

/** The id that an inbox app assigns to a conversation, message or participant. */
export const externalId = (): Codec<string> => str({ min: 1, max: MAX_EXTERNAL_ID });

/** An external participant of a conversation. */
export const participant = (): Codec<Participant> =>
  object<Participant>(
    { name: str({ min: 1 }), email: str({ max: 320 }), phone: str({ max: 64 }) },
    { required: ['name'] },
  );

/** A message as returned to users and apps. */
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
