import { bool, int, object, str, text, time, type Codec } from '@porchlight/resource';
import type { ConversationMessage, Participant } from '../generated/porchlight/notifier/v1/conversation_service';

/** Maximum length of the ids that inbox apps assign to their conversations and messages: paths contain them. */
export const MAX_EXTERNAL_ID = 128;
/** Maximum number of people in one conversation. */
export const MAX_PARTICIPANTS = 50;

/** The id that an inbox app assigns to a conversation, message or participant. */
export const externalId = (): Codec<string> => str({ min: 1, max: MAX_EXTERNAL_ID });

const PARTICIPANT_TEXTS = {
  name: 'Name.',
  email: 'Email address.',
  phone: 'Phone number.',
  relationshipId: 'Id of a relationship of the person.',
};

const namedParticipant = object<Participant>(
  { name: str(), email: str({ max: 320 }), phone: str({ max: 64 }), relationshipId: int({ min: 1 }) },
  { defaults: { name: '' }, describe: PARTICIPANT_TEXTS },
);

/** An external participant of a conversation: a name, or the relationship of a person (D12.4). */
export const participant = (): Codec<Participant> => ({
  ...namedParticipant,
  read: (value, path, problems) => {
    const read = namedParticipant.read(value, path, problems);
    if (read?.name === '' && read.relationshipId === undefined) problems.push(`Missing '${path}.name' field.`);
    return read;
  },
});

/** Types of the messages that an inbox app adds about itself. */
export const SYSTEM_MESSAGE_TYPES = ['success', 'info', 'error'] as const;

/** The person of a conversation: one of the account, or a participant by name. */
export interface ConversationPerson extends Partial<Participant> {
  readonly personId?: number;
}

/** The person of a message of an inbox app. An email or phone needs a name. */
export const conversationPerson = (): Codec<ConversationPerson> => {
  const person = object<ConversationPerson>({
    personId: int({ min: 1 }),
    name: str({ min: 1 }),
    email: str({ max: 320 }),
    phone: str({ max: 64 }),
    relationshipId: int({ min: 1 }),
  });
  return {
    ...person,
    read: (value, path, problems) => {
      const read = person.read(value, path, problems);
      if (read && read.name === undefined && (read.email ?? read.phone) !== undefined)
        problems.push(`Missing '${path}.name' field.`);
      return read;
    },
  };
};

/** The user or the team inbox that gets a new conversation (D12.7). */
export interface ConversationOwner {
  readonly userId?: number;
  readonly inboxId?: number;
}
/** Either a user or a team inbox. */
export const conversationOwner = (): Codec<ConversationOwner> => {
  const owner = object<ConversationOwner>({ userId: int({ min: 1 }), inboxId: int({ min: 1 }) });
  return {
    ...owner,
    read: (value, path, problems) => {
      const read = owner.read(value, path, problems);
      if (read?.userId !== undefined && read.inboxId !== undefined)
        problems.push(`Send either '${path}.userId' or '${path}.inboxId'.`);
      return read;
    },
  };
};

/** A message as returned to users and apps. */
export const conversationMessage = (): Codec<ConversationMessage> =>
  object<ConversationMessage>(
    {
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
      systemType: str(),
    },
    { required: ['id', 'created', 'updated', 'type', 'message', 'isIncoming', 'conversationId'] },
  );
