import { defineResource, int, oneOf, readOnly, required, setOnce, str } from '@porchlight/resource';
import { LIMITS } from '@porchlight/limits';
import {
  ThreadedReplyServiceDefinition,
  type ThreadedReply,
} from '../generated/porchlight/people/v1/threaded_reply_service';
import { EVERYONE } from '../roles';
import { recordReactions, REPLY_TEXTS, REPLY_TYPES, REPLY_TYPES_MEANINGS } from './record-responses';

/** A reply of a user to a note or call (D12.6). */
export const threadedReplies = defineResource<ThreadedReply>(ThreadedReplyServiceDefinition, {
  nouns: 'ThreadedReplies',
  description: 'Replies of users to notes and calls.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'none' },
  describe: { ...REPLY_TEXTS, createdById: 'Id of the user who replied.' },
  fields: {
    createdById: readOnly(int(), { stamp: 'creator' }),
    updatedById: readOnly(int(), { stamp: 'editor', visible: false }),
    refType: setOnce(oneOf(REPLY_TYPES, { describe: REPLY_TYPES_MEANINGS, aliases: { note: 'Note', call: 'Call' } }), {
      required: true,
    }),
    refId: setOnce(int({ min: 1 }), { required: true }),
    // The person of the note or call.
    personId: setOnce(int({ min: 1 }), { fixed: true }),
    body: required(str({ min: 1, trim: false, max: LIMITS.replyCharacters.value })),
    reactions: readOnly(recordReactions),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    refType: { type: 'string', match: 'equals', among: REPLY_TYPES, unindexed: true },
    refId: { type: 'int', match: 'equals' },
  },
  webhooks: { created: 'threadedReplyCreated', updated: 'threadedReplyUpdated', deleted: 'threadedReplyDeleted' },
});
