import { LIMITS } from '@porchlight/limits';
import { defineResource, int, list, object, required, str, writable } from '@porchlight/resource';
import {
  TeamInboxServiceDefinition,
  type TeamInbox,
  type TeamInboxUser,
} from '../generated/porchlight/notifier/v1/team_inbox_service';
import { ADMINS, EVERYONE } from '../roles';

/** An id, or an object with an id as responses contain it; the other keys of the object are not read. */
const toId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : { id: value };

/** A member: accepted as an id or an object, returned as an object. */
const member = object<TeamInboxUser>(
  { id: int({ min: 1 }), name: str(), firstName: str(), lastName: str() },
  {
    required: ['id'],
    lift: toId,
    expected: 'the id of a user, or an object with one',
    defaults: { name: '', firstName: '', lastName: '' },
    describe: { id: 'Id of the user.', name: 'Full name.', firstName: 'First name.', lastName: 'Last name.' },
  },
);

/** A shared inbox of some users, to which inbox apps give conversations (D12.7). */
export const teamInboxes = defineResource<TeamInbox>(TeamInboxServiceDefinition, {
  nouns: 'TeamInboxes',
  description: 'Shared inboxes of users, to which inbox apps give conversations.',
  roles: { read: EVERYONE, write: ADMINS },
  timestamps: false,
  describe: {
    name: 'Name of the team inbox.',
    users: 'Members: they, the owner and brokers see its conversations. Ids; objects with an id are accepted too.',
  },
  maxPerAccount: LIMITS.teamInboxes.value,
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    users: writable(list({ ...member, takes: { type: 'integer', minimum: 1 } }, LIMITS.teamInboxUsers.value), {
      aliases: ['userIds'],
    }),
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  example: { name: 'Rentals', users: [1] },
});
