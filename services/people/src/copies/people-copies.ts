import { defineCopy, textKey, type CopyOf, type CopyStores } from '@porchlight/backend';
import { Account, ActionPlan, actionPlans, Group, groups, User, users } from '@porchlight/contracts';
import { column } from '@porchlight/store';

const BY_ACCOUNT = [{ keys: { accountId: 1 }, global: true }] as const;

/** Fields of a user that people, tasks and lead flow need. */
export const userCopy = defineCopy(users, {
  message: User,
  collection: 'users',
  key: textKey,
  filters: [{ name: 'includeDeleted', values: ['true'] }],
  columns: {
    userId: column.number,
    name: column.text,
    /** Owner, Broker, Agent or Lender. */
    role: column.text,
    /** Active, Invited or Disabled; a deleted user is Disabled. */
    status: column.text,
    /** IANA name. */
    timezone: column.optional(column.text),
    /** Lead distribution skips the user. */
    pauseLeadDistribution: column.optional(column.onlyTrue),
    email: column.optional(column.text),
    /** The user has confirmed the address. */
    emailConfirmed: column.optional(column.onlyTrue),
  },
  indexes: BY_ACCOUNT,
  pick: ({
    id,
    name,
    firstName,
    lastName,
    role = 'Agent',
    status = 'Active',
    timezone,
    pauseLeadDistribution,
    email,
    emailConfirmed,
  }: User) => ({
    userId: id,
    name: name || [firstName, lastName].filter(Boolean).join(' '),
    role,
    status,
    timezone: timezone || undefined,
    pauseLeadDistribution: pauseLeadDistribution || undefined,
    email: email || undefined,
    emailConfirmed: emailConfirmed || undefined,
  }),
});
export type UserCopy = CopyOf<typeof userCopy>;

/** Fields of a group that lead flow needs. */
export const groupCopy = defineCopy(groups, {
  message: Group,
  collection: 'groups',
  key: textKey,
  columns: {
    groupId: column.number,
    name: column.text,
    /** Agent or Lender: whether its members are assigned as user or as lender. */
    type: column.text,
    /** round-robin or first-to-claim. */
    distribution: column.text,
    /** Minutes; 0 if the group has no value. */
    claimWindow: column.number,
    userIds: column.listOf(column.number),
    /** Target of a lead that is not claimed in time: the first of these that is set. */
    defaultUserId: column.optional(column.number),
    defaultGroupId: column.optional(column.number),
    defaultPondId: column.optional(column.number),
  },
  indexes: BY_ACCOUNT,
  pick: (group: Group) => ({
    groupId: group.id,
    name: group.name ?? '',
    type: group.type ?? 'Agent',
    distribution: group.distribution ?? 'round-robin',
    claimWindow: group.claimWindow ?? 0,
    userIds: group.userIds,
    defaultUserId: group.defaultUserId || undefined,
    defaultGroupId: group.defaultGroupId || undefined,
    defaultPondId: group.defaultPondId || undefined,
  }),
});

/** Whether an action plan is active. Marketing never removes a plan: a deleted one has the status Deleted. */
const planCopy = defineCopy(actionPlans, {
  message: ActionPlan,
  collection: 'actionPlans',
  key: textKey,
  filters: [{ name: 'status', values: ['Active', 'Deleted'] }],
  columns: { active: column.flag },
  pick: ({ status }: ActionPlan) => ({ active: status === 'Active' }),
});

/**
 * The country of an account, and whether it is disabled or deleted; one that was never changed has no copy. Auth has no
 * list of accounts for a rebuild.
 */
export const accountCopy = defineCopy(
  { service: 'auth', resource: 'accounts' },
  {
    message: Account,
    collection: 'accounts',
    // A deletion contains the last status.
    verbs: ['updated', 'deleted'],
    columns: { country: column.optional(column.text), disabled: column.optional(column.onlyTrue) },
    pick: ({ country, status }: Account) => ({
      country: country || undefined,
      disabled: status !== 'Active' || undefined,
    }),
  },
);

/** The copies of this service; a rebuild takes them in this order. */
export const copyDefinitions = { users: userCopy, groups: groupCopy, plans: planCopy };

/** The copies of users, groups and action plans. */
export type PeopleCopies = CopyStores<typeof copyDefinitions>;
