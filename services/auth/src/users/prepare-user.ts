import type { User } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import type { Draft, StoreCall, Write } from '@porchlight/store';
import { withUnconfirmedEmail } from './email-confirmation';
import type { UserDocument } from './user-document';
import { buildUserNames, isEmailAddress, isTimeZone, toEmailKey } from './user-fields';

/** Roles of users other than the owner. */
export const MEMBER_ROLES = ['Broker', 'Agent', 'Lender'];

type UserWrite = Pick<Write<User, UserDocument>, 'input' | 'mask'>;

/** Users that a new or changed one is compared with. */
export interface UserLookups {
  /** The owner of the account; absent only while the account is created. */
  readonly findOwner: (call: StoreCall) => Promise<UserDocument | undefined>;
  readonly findByEmailKey: (call: StoreCall, emailKey: string) => Promise<readonly UserDocument[]>;
}

/** Throws INVALID_BODY unless the zone exists. */
const checkTimeZone = (name: string): string => {
  if (!isTimeZone(name))
    throw invalidBody("Field 'timezone' must be the name of a time zone such as America/New_York.");
  return name;
};

const checkMemberRole = (role: string): string => {
  if (!MEMBER_ROLES.includes(role))
    throw invalidBody(`Field 'role' must be one of ${MEMBER_ROLES.join(', ')}; an account has exactly one owner.`);
  return role;
};

/** Checks a new email and returns it with its key. Throws INVALID_BODY, DUPLICATE. */
const requireFreeEmail = async ({ findByEmailKey }: UserLookups, call: StoreCall, email: string) => {
  if (!isEmailAddress(email)) throw invalidBody("Field 'email' must be an email address.");
  const emailKey = toEmailKey(email);
  if ((await findByEmailKey(call, emailKey)).length > 0) throw refuse('DUPLICATE', { what: 'a user', field: 'email' });
  return { email, emailKey };
};

/** Returns the document of a new user, with the status Invited. Throws INVALID_BODY, DUPLICATE. */
export const prepareNewUser = async (
  users: UserLookups,
  call: StoreCall,
  { input, mask }: UserWrite,
): Promise<Draft<UserDocument>> => {
  const role = checkMemberRole(input.role ?? '');
  if (mask.has('status') && input.status !== 'Invited')
    throw invalidBody("Field 'status' cannot be set for a new user; it is Invited.");
  const names = buildUserNames(input.firstName ?? '', input.lastName ?? '');
  const zone = mask.has('timezone') ? checkTimeZone(input.timezone ?? '') : (await users.findOwner(call))?.timezone;
  return {
    ...names,
    ...(await requireFreeEmail(users, call, input.email ?? '')),
    ...(input.phone && { phone: input.phone }),
    ...(input.pauseLeadDistribution && { pauseLeadDistribution: true }),
    role,
    status: 'Invited',
    timezone: zone ?? 'America/New_York',
    isOwner: false,
    emailConfirmed: false,
  };
};

/** The role and status after an update. Throws FORBIDDEN, CONFLICT, INVALID_BODY. */
const changeRoleAndStatus = (
  call: StoreCall,
  before: UserDocument,
  { input, mask }: UserWrite,
): Pick<UserDocument, 'role' | 'status'> => {
  const role = mask.has('role') ? (input.role ?? '') : before.role;
  const status = mask.has('status') ? (input.status ?? '') : before.status;
  if (before.isOwner) {
    if (call.actor.role !== 'Owner') throw refuse('FORBIDDEN', { role: call.actor.role });
    if (role !== 'Owner') throw refuse('CONFLICT', { message: 'The owner of an account keeps the role Owner.' });
    if (status !== 'Active') throw refuse('CONFLICT', { message: 'The owner of an account cannot be disabled.' });
  } else checkMemberRole(role);
  if (status === 'Invited' && before.status !== 'Invited')
    throw invalidBody("Field 'status' must be Active or Disabled; a user cannot become Invited again.");
  return { role, status };
};

/** Returns the document of a changed user. Throws FORBIDDEN, CONFLICT, INVALID_BODY, DUPLICATE. */
export const prepareChangedUser = async (
  users: UserLookups,
  call: StoreCall,
  before: UserDocument,
  { input, mask }: UserWrite,
): Promise<Draft<UserDocument>> => {
  const { role, status } = changeRoleAndStatus(call, before, { input, mask });
  const email = input.email ?? '';
  const correctsEmail = mask.has('email') && before.status === 'Invited' && email !== before.email;
  const isSameAddress = toEmailKey(email) === before.emailKey;
  const { phone: formerPhone, pauseLeadDistribution: formerPause, deleted, reassignedTo, ...others } = before;
  const rest = correctsEmail && !isSameAddress ? withUnconfirmedEmail(others) : others;
  const pause = mask.has('pauseLeadDistribution') ? input.pauseLeadDistribution : formerPause;
  const phone = mask.has('phone') ? input.phone : formerPhone;
  return {
    ...rest,
    ...buildUserNames(
      mask.has('firstName') ? (input.firstName ?? '') : before.firstName,
      mask.has('lastName') ? (input.lastName ?? '') : before.lastName,
    ),
    ...(correctsEmail && (isSameAddress ? { email } : await requireFreeEmail(users, call, email))),
    ...(phone && { phone }),
    ...(pause && { pauseLeadDistribution: true }),
    role,
    status,
    // Activating a user restores a deleted one.
    ...(status === 'Disabled' && deleted && { deleted, ...(reassignedTo && { reassignedTo }) }),
    timezone:
      mask.has('timezone') && input.timezone !== before.timezone
        ? checkTimeZone(input.timezone ?? '')
        : before.timezone,
  };
};
