import { LIMITS } from '@porchlight/limits';
import {
  type Codec,
  bool,
  defineResource,
  int,
  list,
  object,
  oneOf,
  readOnly,
  required,
  str,
  writable,
} from '@porchlight/resource';
import { GroupServiceDefinition, type Group, type GroupUser } from '../generated/porchlight/auth/v1/group_service';
import { ADMINS } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** A member of a group. */
export const GROUP_TYPES = ['Agent', 'Lender'] as const;
/** Distribution of a group's leads: round-robin, or to the first claim. */
export const DISTRIBUTIONS = ['round-robin', 'first-to-claim'] as const;

/** An id, or an object with an id as responses contain it; the other keys of the object are not read. */
const toId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : { id: value };

/** A member: accepted as an id or an object, returned as an object (decisions section 11). */
const memberObject = object<GroupUser>(
  {
    id: int({ min: 1 }),
    name: str(),
    firstName: str(),
    lastName: str(),
    role: str(),
    pauseLeadDistribution: bool(),
  },
  { required: ['id'], lift: toId, expected: 'the id of a user, or an object with one', whole: true },
);

const member: Codec<GroupUser> = {
  ...memberObject,
  takes: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } }, required: ['id'] },
};

/** Users who share leads, and the distribution (decisions sections 6 and 11). */
export const groups = defineResource<Group>(GroupServiceDefinition, {
  description: 'Groups of users that share leads.',
  roles: { read: ADMINS, write: ADMINS },
  names: ['groups', 'ponds'],
  maxPerAccount: LIMITS.groups.value,
  timestamps: false,
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    users: writable(list(member, 500), { aliases: ['userIds'] }),
    userIds: readOnly(list(int()), { visible: false }),
    type: writable(oneOf(GROUP_TYPES), { nullable: false, initial: 'Agent' }),
    distribution: writable(oneOf(DISTRIBUTIONS), { nullable: false, initial: 'round-robin' }),
    claimWindow: writable(int({ min: 1, max: 10_080 })),
    // A lead that is not claimed in time goes to the first of these that is set.
    defaultUserId: writable(int({ min: 1 })),
    defaultGroupId: writable(int({ min: 1 })),
    defaultPondId: writable(int({ min: 1 }), { remoteReference: 'ponds' }),
    isPrimary: writable(bool(), { nullable: false, fallback: false }),
    nextRoundRobinUser: readOnly(member),
  },
  filters: {
    type: { type: 'string', match: 'equals', among: GROUP_TYPES },
    distribution: { type: 'string', match: 'equals', among: DISTRIBUTIONS },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  options: FORCE_DELETE,
  example: { name: 'Downtown', users: [{ id: 1 }], type: 'Agent', distribution: 'first-to-claim', claimWindow: 30 },
});
