import { int, list, object, str, text, time, type Codec } from '@porchlight/resource';
import { LIMITS } from '@porchlight/limits';
import type { RecordReaction } from '../generated/porchlight/people/v1/reaction_service';
import type { RecordReply } from '../generated/porchlight/people/v1/threaded_reply_service';

/** Records that have replies. */
export const REPLY_TYPES = ['Note', 'Call'] as const;
/** The kinds for people who use the API. */
export const REPLY_TYPES_MEANINGS = { Note: 'A note.', Call: 'A call.' } as const;
/** Records that have reactions (D12.6). */
export const REACTION_TYPES = [...REPLY_TYPES, 'ThreadedReply'] as const;

/** The type of a record that has reactions. */
export type ReactionType = (typeof REACTION_TYPES)[number];

/** The type in a path, in any case; undefined for another word. */
export const readReactionType = (word: string): ReactionType | undefined =>
  REACTION_TYPES.find((type) => type.toLowerCase() === word.toLowerCase());

/** The emoji of a reaction: several code points at most. */
export const reactionBody = (): Codec<string> => str({ min: 1, max: LIMITS.reactionCharacters.value });

/** The fields of a reaction for people who use the API. */
export const REACTION_TEXTS = {
  body: 'The emoji.',
  refType: 'Kind of the record that has the reaction: Note, Call or ThreadedReply.',
  refId: 'Id of the record that has the reaction.',
  createdById: 'Id of the user who reacted.',
  createdBy: 'Name of the user who reacted.',
} as const;
/** The fields of a reply for people who use the API. */
export const REPLY_TEXTS = {
  refType: 'Kind of the record that has the reply.',
  refId: 'Id of the note or call.',
  body: 'Text of the reply.',
  reactions: 'Reactions to the reply.',
} as const;

const recordReaction = object<RecordReaction>(
  {
    id: int(),
    body: str(),
    refType: str(),
    refId: int(),
    created: time(),
    createdById: int(),
    createdBy: str(),
  },
  { required: ['id', 'body', 'refType', 'refId', 'created', 'createdById'], describe: REACTION_TEXTS },
);

/** The reactions of a record. */
export const recordReactions = list(recordReaction, LIMITS.reactionsPerRecord.value);

const recordReply = object<RecordReply>(
  {
    id: int(),
    refType: str(),
    refId: int(),
    body: text(),
    created: time(),
    updated: time(),
    createdById: int(),
    reactions: recordReactions,
  },
  { required: ['id', 'refType', 'refId', 'body', 'created', 'updated', 'createdById'], describe: REPLY_TEXTS },
);

/** A read-only list in a message of its own, which is absent unless the list was requested. */
const requested = <T>({ render, shows, takes, fromText }: Codec<T[]>): Codec<{ entries: T[] }> => ({
  // Bodies do not set it.
  read: () => undefined,
  render: ({ entries }) => render(entries),
  fromText,
  takes,
  shows,
});

/** The reactions of a record, if the caller requested them. */
export const requestedReactions = requested(recordReactions);
/** The replies to a record with their reactions, if the caller requested them. */
export const requestedReplies = requested(list(recordReply, LIMITS.repliesPerRecord.value));

/** Options of the GET of one record that has replies and reactions (D11.14, D12.6). */
export const RESPONSE_OPTIONS = {
  includeThreadedReplies: { describe: 'True: with the replies.', type: 'bool', verbs: ['get'] },
  includeReactions: { describe: 'True: with the reactions.', type: 'bool', verbs: ['get'] },
} as const;
