import type { BusMessage } from '@porchlight/bus';
import { Change, User } from '@porchlight/contracts';
import type { DocumentCollection, Index } from '@porchlight/store';
import type { KnownUser, UserCopies } from '../ports';

/** This service's copy of a user; auth owns the original. */
export interface UserCopy extends KnownUser {
  /** `<accountId>:<userId>` */
  _id: string;
  /** Version of the original; an older one never replaces a newer one. */
  version: number;
}

export const userCopyIndexes: readonly Index[] = [{ keys: { accountId: 1 }, global: true }];

/** Most users of one account that are looked through for the owner. */
const MOST_MEMBERS = 5_000;
const ATTEMPTS = 5;

const idOf = (accountId: number, userId: number): string => `${accountId}:${userId}`;

export const createUserCopies = (copies: DocumentCollection<UserCopy>): UserCopies => ({
  async of(wanted) {
    const ids = [...new Set(wanted.map(({ accountId, userId }) => idOf(accountId, userId)))];
    const found = ids.length === 0 ? [] : await copies.find({ _id: { $in: ids } }, { limit: ids.length });
    const byId = new Map<string, KnownUser>(found.map((copy) => [copy._id, copy]));
    return (accountId, userId) => byId.get(idOf(accountId, userId));
  },
  async ownerOf(accountId) {
    const members = await copies.find({ accountId }, { limit: MOST_MEMBERS });
    return members.find(({ role }) => role === 'Owner');
  },
  async apply(batch) {
    const newest = new Map<string, UserCopy>();
    for (const copy of batch.flatMap(copyOf)) {
      const known = newest.get(copy._id);
      if (!known || known.version < copy.version) newest.set(copy._id, copy);
    }
    for (const copy of newest.values()) await keep(copies, copy);
  },
});

const copyOf = (message: BusMessage): UserCopy[] => {
  if (message.type !== 'auth.users.created' && message.type !== 'auth.users.updated') return [];
  const { accountId, record } = Change.decode(message.value);
  if (record.length === 0) return [];
  const { id, name = '', email = '', role = '', status = '', version } = User.decode(record);
  return [{ _id: idOf(accountId, id), accountId, userId: id, name, email, role, status, version }];
};

/** Updates what is older, inserts what is absent; another replica may do the same at the same time. */
const keep = async (copies: DocumentCollection<UserCopy>, copy: UserCopy): Promise<void> => {
  const { _id, ...fields } = copy;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await copies.updateOne({ _id, version: { $lt: copy.version } }, { $set: fields })) return;
    const known = await copies.findOne({ _id });
    if (known && known.version >= copy.version) return;
    if ((await copies.insertMany([copy])).length === 0) return;
  }
  throw new Error(`The copy of user ${_id} could not be kept in ${ATTEMPTS} attempts.`);
};
