import type { CreateAccountRequest, AddUserRequest } from '@porchlight/contracts';
import { invalidBody, refuse, refuseAll } from '@porchlight/errors';
import { isUniqueConflict, systemCall, takeNumbers, type Draft } from '@porchlight/store';
import { parseAccountLimits } from '../rate-limits';
import { buildUserNames, MEMBER_ROLES, toEmailKey, type UserDocument } from '../users';
import type { Accounts } from './account-parts';
import { requireAccount } from './account-status';

/** Highest account number: composeKey(accountId, id) stays a safe integer. */
const MAX_ACCOUNT = 2_097_151;
const ACCOUNTS = 'accounts';

const required = (fields: Record<string, string>): void => {
  const missing = Object.keys(fields).filter((name) => fields[name]!.trim() === '');
  if (missing.length > 0)
    throw refuseAll(
      'INVALID_BODY',
      missing.map((name) => `Missing '${name}' field.`),
    );
};

interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  timezone: string;
  password: string;
  role: string;
  /** The user comes from a mailed link. */
  emailConfirmed: boolean;
}

/** A user as stored. Throws INVALID_BODY, and UNAVAILABLE if too many passwords are being hashed. */
const buildUser = async (
  { secrets }: Pick<Accounts, 'secrets'>,
  { emailConfirmed, ...user }: NewUser,
): Promise<Draft<UserDocument>> => {
  required({ firstName: user.firstName, email: user.email });
  return {
    ...buildUserNames(user.firstName, user.lastName),
    email: user.email,
    emailKey: toEmailKey(user.email),
    ...(user.phone !== '' && { phone: user.phone }),
    role: user.role,
    status: 'Active',
    timezone: user.timezone || 'America/New_York',
    isOwner: user.role === 'Owner',
    emailConfirmed,
    ...(user.password !== '' && { passwordHash: await secrets.hashPassword(user.password) }),
  };
};

const nextAccount = async ({ sequences }: Pick<Accounts, 'sequences'>): Promise<number> => {
  const accountId = await takeNumbers(sequences, ACCOUNTS, 'n');
  if (accountId > MAX_ACCOUNT) throw refuse('CONFLICT', { message: 'No account number is left.' });
  return accountId;
};

/** Creates an account and its owner after all checks. A crash between the two leaves an account without users. */
export const createAccount =
  (parts: Accounts, { openSignUp = false }: { readonly openSignUp?: boolean } = {}) =>
  async (request: CreateAccountRequest, { signal }: { signal: AbortSignal }) => {
    required({ name: request.name, firstName: request.firstName, email: request.email });
    const limits = parseAccountLimits(request.limits);
    const draft = await buildUser(parts, {
      ...request,
      role: 'Owner',
      phone: '',
      timezone: '',
      emailConfirmed: openSignUp,
    });
    const accountId = await nextAccount(parts);
    const domain = request.domain || request.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    await parts.accounts.insertOne({
      _id: accountId,
      name: request.name,
      domain,
      created: parts.clock.date(),
      features: [],
      ...(limits && { limits }),
      ...(openSignUp && { openSignUp }),
    });
    const owner = await parts.users.insert(systemCall(accountId, signal), draft);
    return { accountId, ownerId: owner.id };
  };

/** Adds a member to an account: Broker, Agent or Lender; there is exactly one owner. */
export const addUser =
  (parts: Accounts) =>
  async (request: AddUserRequest, { signal }: { signal: AbortSignal }): Promise<{ userId: number }> => {
    if (!MEMBER_ROLES.includes(request.role))
      throw invalidBody(`Field 'role' must be one of ${MEMBER_ROLES.join(', ')}.`);
    await requireAccount(parts, request.accountId);
    const draft = await buildUser(parts, { ...request, emailConfirmed: false });
    try {
      return { userId: (await parts.users.insert(systemCall(request.accountId, signal), draft)).id };
    } catch (error) {
      if (isUniqueConflict(error)) throw refuse('DUPLICATE', { what: 'a user', field: 'email' });
      throw error;
    }
  };
