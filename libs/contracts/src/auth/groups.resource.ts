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
const GROUP_TYPES_MEANINGS = { Agent: 'The members are agents.', Lender: 'The members are lenders.' } as const;
/** Distribution of a group's leads: round-robin, or to the first claim. */
export const DISTRIBUTIONS = ['round-robin', 'first-to-claim'] as const;
const DISTRIBUTIONS_MEANINGS = {
  'round-robin': 'The members get leads in turn.',
  'first-to-claim': 'All members are offered a lead; the first one who claims it gets it.',
} as const;

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
  {
    describe: {
      id: 'Id of the user.',
      name: 'Full name.',
      role: 'Role of the user.',
      pauseLeadDistribution: 'True if the group passes over the user.',
    },
    required: ['id'],
    lift: toId,
    expected: 'the id of a user, or an object with one',
    whole: true,
  },
);

const member: Codec<GroupUser> = {
  ...memberObject,
  takes: {
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1, description: 'Id of the user.' } },
    required: ['id'],
  },
};

/** Users who share leads, and the distribution (decisions sections 6 and 11). */
export const groups = defineResource<Group>(GroupServiceDefinition, {
  description: 'Groups of users that share leads.',
  roles: { read: ADMINS, write: ADMINS },
  names: ['groups', 'ponds'],
  maxPerAccount: LIMITS.groups.value,
  timestamps: false,
  describe: {
    name: 'Name of the group.',
    users: 'Members of the group. In bodies, each is an id or an object with one.',
    type: 'Role of the members.',
    distribution: 'How leads of the group are distributed.',
    claimWindow: `Time to claim a lead, minutes; first-to-claim has ${LIMITS.claimWindowMs.value / 60_000} without a value.`,
    defaultUserId: 'Id of the user who gets leads that are not claimed in time.',
    defaultGroupId: 'Id of the group that gets leads that are not claimed in time.',
    defaultPondId: 'Id of the pond that gets leads that are not claimed in time.',
    isPrimary: 'True for the main group of the account.',
    nextRoundRobinUser: 'Always null: the member is chosen when a lead arrives.',
  },
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    users: writable(list(member, 500), { aliases: ['userIds'] }),
    userIds: readOnly(list(int()), { visible: false }),
    type: writable(oneOf(GROUP_TYPES, { describe: GROUP_TYPES_MEANINGS }), { nullable: false, initial: 'Agent' }),
    distribution: writable(oneOf(DISTRIBUTIONS, { describe: DISTRIBUTIONS_MEANINGS }), {
      nullable: false,
      initial: 'round-robin',
    }),
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
