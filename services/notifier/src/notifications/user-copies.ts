import { isExisting } from '@porchlight/backend';
import type { NotifierCopies, UserCopy } from '../copies';

/** A copy of a user. */
export type KnownUser = Pick<
  UserCopy,
  'accountId' | 'userId' | 'name' | 'email' | 'role' | 'status' | 'emailConfirmed' | 'confirmEmailBy'
>;

/** Maximum number of users of one account. */
const MAX_MEMBERS = 5_000;

/** Copies of users with their notification settings. */
export const createUserCopies = ({ users }: NotifierCopies) => ({
  /** Looks up users; undefined for users without a copy. */
  async find(wanted: ReadonlyArray<Pick<KnownUser, 'accountId' | 'userId'>>) {
    const found = await users.byPairs(wanted.map(({ accountId, userId }) => ({ accountId, id: userId })));
    const byId = new Map<string, KnownUser>(found.map((copy) => [`${copy.accountId}:${copy.userId}`, copy]));
    return (accountId: number, userId: number) => byId.get(`${accountId}:${userId}`);
  },
  async findOwner(accountId: number): Promise<KnownUser | undefined> {
    const members = await users.find(accountId, {}, { limit: MAX_MEMBERS });
    return members.filter(isExisting).find(({ role }) => role === 'Owner');
  },
  /** The owner and the active brokers: they see the whole account. */
  async findAdministrators(accountId: number): Promise<KnownUser[]> {
    const members = await users.find(accountId, {}, { limit: MAX_MEMBERS });
    return members
      .filter(isExisting)
      .filter(({ role, status }) => status === 'Active' && (role === 'Owner' || role === 'Broker'));
  },
});

/** Copies of users. */
export type UserCopies = ReturnType<typeof createUserCopies>;
