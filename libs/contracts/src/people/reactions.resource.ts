import { defineResource, int, oneOf, readOnly, setOnce, str } from '@porchlight/resource';
import { ReactionServiceDefinition, type Reaction } from '../generated/porchlight/people/v1/reaction_service';
import { EVERYONE } from '../roles';
import { REACTION_TEXTS, REACTION_TYPES, reactionBody } from './record-responses';

/** An emoji of a user on a note, call or reply (D12.6). Actions add and remove it. */
export const reactions = defineResource<Reaction>(ReactionServiceDefinition, {
  verbs: ['get', 'list'],
  description: 'Reactions of users to notes, calls and replies.',
  roles: { read: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'none' },
  describe: REACTION_TEXTS,
  fields: {
    createdBy: readOnly(str(), { nameOf: { field: 'createdById', resource: 'users' } }),
    createdById: readOnly(int(), { stamp: 'creator' }),
    refType: setOnce(oneOf(REACTION_TYPES)),
    refId: setOnce(int({ min: 1 })),
    body: setOnce(reactionBody()),
    // The person of the record.
    personId: setOnce(int({ min: 1 }), { fixed: true, visible: false }),
  },
  identity: ['refId', 'refType', 'createdById', 'body'],
  filters: {
    personId: { type: 'int', match: 'equals' },
    refType: { type: 'string', match: 'equals', among: REACTION_TYPES, unindexed: true },
    refId: { type: 'int', match: 'equals' },
  },
  webhooks: { created: 'reactionCreated', deleted: 'reactionDeleted' },
});
