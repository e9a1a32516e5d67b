import type { Clock } from '@porchlight/runtime';
import { createKeyedReads, storeNewer, composeKey, type DocumentCollection } from '@porchlight/store';
import { GONE, type PersonCopy, type KeepOptions } from './local-copies';

/** Maximum number of people that are read for the recipients of one call. */
const MAX_MATCHES = 20_000;

/** The tombstone of a person. */
const NOBODY = {
  name: '',
  firstName: '',
  lastName: '',
  emails: [],
  emailKeys: [],
  phones: [],
  addresses: [],
  source: '',
  stage: '',
  viewers: [],
  deleted: true,
  version: GONE,
};

/** Copies of people in the database; concurrent reads share one query. */
export const createPersonCopies = (
  collection: DocumentCollection<PersonCopy>,
  clock: Pick<Clock, 'date'>,
  reads = createKeyedReads(collection),
) => ({
  /** Undefined for unknown and deleted people. */
  async byId(accountId: number, personId: number) {
    const copy = await reads.load(composeKey(accountId, personId));
    return copy && !copy.deleted ? copy : undefined;
  },
  async byIds(accountId: number, personIds: readonly number[]) {
    if (personIds.length === 0) return [];
    const keys = personIds.map((id) => composeKey(accountId, id));
    if (keys.length === 1) return [await reads.load(keys[0]!)].filter((copy) => copy !== undefined);
    return collection.find({ _id: { $in: keys } }, { limit: keys.length });
  },
  /** All people with one of these normalized addresses. */
  async byEmails(accountId: number, emailKeys: readonly string[]) {
    if (emailKeys.length === 0) return [];
    return collection.find(
      { accountId, emailKeys: { $in: [...emailKeys] } },
      { limit: MAX_MATCHES, projection: LOOKED_UP },
    );
  },
  /** People who were reassigned or deleted since a time. */
  touchedSince: (accountId: number, moment: Date) =>
    collection.find({ accountId, touchedAt: { $gt: moment } }, { limit: MAX_MATCHES, projection: LOOKED_UP }),
  /** Newer copies replace older ones; with `again`, copies of the same version too. Idempotent. */
  keep: (copies: readonly PersonCopy[], { again = false }: KeepOptions = {}) =>
    storeNewer(collection, copies, {
      again,
      needs: ['viewers'],
      adapt: (copy, known) => (sameUsers(copy.viewers, known.viewers) ? copy : { ...copy, touchedAt: clock.date() }),
    }),
  /** Ids of copies of existing people between two ids, both exclusive; ascending. */
  async idsBetween(accountId: number, above: number, below: number, limit: number) {
    const _id = { $gt: composeKey(accountId, above), $lt: composeKey(accountId, below) };
    const found = await collection.find(
      { _id, deleted: false },
      { sort: { _id: 1 }, limit, projection: { personId: 1 } },
    );
    return found.map(({ personId }) => personId);
  },
  /** Replaces the copy with a permanent tombstone without personal data. */
  async markDeleted(accountId: number, personId: number, at: Date, mergedInto?: number) {
    const _id = composeKey(accountId, personId);
    const fields = { ...NOBODY, touchedAt: at, ...(mergedInto !== undefined && { mergedInto }) };
    const markDeleted = (): Promise<boolean> =>
      collection.updateOne({ _id }, { $set: fields, $unset: { assignedUserId: '' } });
    if (await markDeleted()) return;
    const refused = await collection.insertMany([{ _id, accountId, personId, ...fields }]);
    if (refused.length > 0) await markDeleted();
  },
});

/** Copies of people. */
export type People = ReturnType<typeof createPersonCopies>;

/** The keys by which the recipients of a call are found. */
const LOOKED_UP = { accountId: 1, personId: 1, emailKeys: 1, viewers: 1, deleted: 1, mergedInto: 1 } as const;

const sameUsers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((user) => b.includes(user));
