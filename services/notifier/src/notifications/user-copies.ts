import type { BusMessage } from '@porchlight/bus';
import { Change, User } from '@porchlight/contracts';
import { column, defineDocument, type DocumentCollection, type DocumentOf, storeNewer } from '@porchlight/store';

/** A copy of a user. */
export interface KnownUser {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
}

/** This service's copy of a user; auth owns the original. */
export const userCopySchema = defineDocument(
  {
    /** `<accountId>:<userId>` */
    _id: column.text,
    accountId: column.number,
    userId: column.number,
    name: column.text,
    email: column.text,
    role: column.text,
    status: column.text,
    /** Version of the original; an older one never replaces a newer one. */
    version: column.number,
  },
  [{ keys: { accountId: 1 }, global: true }],
);
export type UserCopy = DocumentOf<typeof userCopySchema>;

/** Maximum number of users of one account. */
const MAX_MEMBERS = 5_000;

const formatCopyId = (accountId: number, userId: number): string => `${accountId}:${userId}`;

/** Copies of users with their notification settings. */
export const createUserCopies = (copies: DocumentCollection<UserCopy>) => ({
  /** Looks up users; undefined for users without a copy. */
  async find(wanted: ReadonlyArray<Pick<KnownUser, 'accountId' | 'userId'>>) {
    const ids = [...new Set(wanted.map(({ accountId, userId }) => formatCopyId(accountId, userId)))];
    const found = ids.length === 0 ? [] : await copies.find({ _id: { $in: ids } }, { limit: ids.length });
    const byId = new Map<string, KnownUser>(found.map((copy) => [copy._id, copy]));
    return (accountId: number, userId: number) => byId.get(formatCopyId(accountId, userId));
  },
  async findOwner(accountId: number) {
    const members = await copies.find({ accountId }, { limit: MAX_MEMBERS });
    return members.find(({ role }) => role === 'Owner');
  },
  /** The owner and the active brokers: they see the whole account. */
  async findAdministrators(accountId: number) {
    const members = await copies.find({ accountId }, { limit: MAX_MEMBERS });
    return members.filter(({ role, status }) => status === 'Active' && (role === 'Owner' || role === 'Broker'));
  },
  /** Applies changes from auth. Idempotent; older changes are ignored. */
  apply: (batch: readonly BusMessage[]) => storeNewer(copies, batch.flatMap(parseCopy)),
});

/** Copies of users. */
export type UserCopies = ReturnType<typeof createUserCopies>;

const parseCopy = (message: BusMessage): UserCopy[] => {
  if (message.type !== 'auth.users.created' && message.type !== 'auth.users.updated') return [];
  const { accountId, record } = Change.decode(message.value);
  if (record.length === 0) return [];
  const { id, name = '', email = '', role = '', status = '', version } = User.decode(record);
  return [{ _id: formatCopyId(accountId, id), accountId, userId: id, name, email, role, status, version }];
};
