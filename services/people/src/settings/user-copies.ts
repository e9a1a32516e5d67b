import { Change, User } from '@porchlight/contracts';
import type { BusMessage } from '@porchlight/bus';
import { column, defineDocument, type DocumentCollection, type DocumentOf, storeNewer } from '@porchlight/store';

/** This service's copy of a user; auth owns the original. */
export const userCopySchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    userId: column.number,
    name: column.text,
    role: column.text,
    status: column.text,
    /** IANA name; empty = not known. */
    timezone: column.optional(column.text),
    pauseLeadDistribution: column.optional(column.onlyTrue),
    /** Version of the original; an older one never replaces a newer one. */
    version: column.number,
  },
  [{ keys: { accountId: 1 }, global: true }],
);
export type UserCopy = DocumentOf<typeof userCopySchema>;

/** Maximum number of users of one account in this service. */
const MAX_MEMBERS = 5_000;

/** Stores copies of auth's users. */
export const createUserCopies = (collection: DocumentCollection<UserCopy>) => ({
  async loadMembers(accountId: number) {
    const copies = await collection.find({ accountId }, { limit: MAX_MEMBERS });
    return copies.map(({ userId, name, role, status, timezone, pauseLeadDistribution }) => ({
      id: userId,
      name,
      role,
      status,
      ...(timezone && { timezone }),
      ...(pauseLeadDistribution && { pauseLeadDistribution }),
    }));
  },
  /** Applies auth's changes. Ignores repeated and older ones. Returns the accounts of the changes. */
  async apply(batch: readonly BusMessage[]) {
    const copies = batch.flatMap(parseCopy);
    await storeNewer(collection, copies);
    return new Set(copies.map(({ accountId }) => accountId));
  },
});

const parseCopy = (message: BusMessage): UserCopy[] => {
  if (message.type !== 'auth.users.created' && message.type !== 'auth.users.updated') return [];
  const { accountId, record } = Change.decode(message.value);
  if (record.length === 0) return [];
  const user = User.decode(record);
  const name = user.name || [user.firstName, user.lastName].filter(Boolean).join(' ');
  const { role = 'Agent', status = 'Active', timezone = '', pauseLeadDistribution, version } = user;
  const _id = `${accountId}:${user.id}`;
  const paused = pauseLeadDistribution && { pauseLeadDistribution };
  return [{ _id, accountId, userId: user.id, name, role, status, timezone, ...paused, version }];
};
