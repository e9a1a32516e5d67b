import { isExisting, type CopyStoreOf } from '@porchlight/backend';
import type { UserCopy, userCopy } from './notifier-copies';

/** A copy of a user. */
export type CopiedUser = Pick<
  UserCopy,
  | 'accountId'
  | 'userId'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'role'
  | 'status'
  | 'emailConfirmed'
  | 'confirmEmailBy'
>;

/** The number of a user in an account. */
type UserKey = Pick<CopiedUser, 'accountId' | 'userId'>;

/** Copies of users. */
export interface UserCopies {
  /** Looks up users; undefined for users without a copy. */
  find(users: readonly UserKey[]): Promise<(accountId: number, userId: number) => CopiedUser | undefined>;
  findOwner(accountId: number): Promise<CopiedUser | undefined>;
  /** The owner and the active brokers: they see the whole account. */
  findAdministrators(accountId: number): Promise<CopiedUser[]>;
}

/** Maximum number of users of one account. */
const MAX_MEMBERS = 5_000;

/** Copies of users with their notification settings. */
export const createUserCopies = (copies: Pick<CopyStoreOf<typeof userCopy>, 'byPairs' | 'find'>): UserCopies => ({
  async find(users) {
    const existing = await copies.byPairs(users.map(({ accountId, userId }) => ({ accountId, id: userId })));
    const byId = new Map<string, CopiedUser>(existing.map((copy) => [`${copy.accountId}:${copy.userId}`, copy]));
    return (accountId, userId) => byId.get(`${accountId}:${userId}`);
  },
  async findOwner(accountId) {
    const members = await copies.find(accountId, {}, { limit: MAX_MEMBERS });
    return members.filter(isExisting).find(({ role }) => role === 'Owner');
  },
  async findAdministrators(accountId) {
    const members = await copies.find(accountId, {}, { limit: MAX_MEMBERS });
    return members
      .filter(isExisting)
      .filter(({ role, status }) => status === 'Active' && (role === 'Owner' || role === 'Broker'));
  },
});
