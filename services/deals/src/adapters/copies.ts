import type { DocumentCollection } from '@porchlight/store';
import type { Copies, Copy } from '../ports';

/** `_id` of a copy. */
export const copyId = (accountId: number, recordId: number): string => `${accountId}:${recordId}`;

/** Most copies written in one round. */
const ROUND = 500;

/** Keeps copies in a collection of their own. */
export const createCopies = <C extends Copy>(collection: DocumentCollection<C>): Copies<C> => {
  const round = async (copies: readonly C[], again: boolean): Promise<void> => {
    /** Versions below this give way. */
    const limitOf = ({ version }: C): number => (again ? version + 1 : version);
    const known = await collection.find(
      { _id: { $in: copies.map(({ _id }) => _id) } },
      { limit: copies.length, projection: { version: 1 } },
    );
    const versions = new Map(known.map(({ _id, version }) => [_id, version]));
    // Another replica may have inserted the same copy meanwhile: then it is one to be updated.
    const raced = new Set(await collection.insertMany(copies.filter(({ _id }) => !versions.has(_id))));
    const newer = copies.filter((copy) => raced.has(copy._id) || (versions.get(copy._id) ?? Infinity) < limitOf(copy));
    await collection.bulkUpdate(
      newer.map((copy) => {
        const { _id, ...fields } = copy;
        return { filter: { _id, version: { $lt: limitOf(copy) } }, update: { $set: fields } };
      }),
    );
  };
  return {
    byIds: async (accountId, ids) => {
      if (ids.length === 0) return [];
      return collection.find({ _id: { $in: ids.map((id) => copyId(accountId, id)) } }, { limit: ids.length });
    },
    keep: async (given, { again = false } = {}) => {
      const newest = new Map<string, C>();
      for (const copy of given) if ((newest.get(copy._id)?.version ?? -1) < copy.version) newest.set(copy._id, copy);
      const copies = [...newest.values()];
      for (let at = 0; at < copies.length; at += ROUND) await round(copies.slice(at, at + ROUND), again);
    },
    drop: async (accountId, ids) => {
      if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids.map((id) => copyId(accountId, id)) } });
    },
    idsBetween: async (accountId, above, below, limit) => {
      const found = await collection.find(
        { accountId, recordId: { $gt: above, $lt: below }, deleted: { $ne: true } },
        { sort: { recordId: 1 }, limit, projection: { recordId: 1 } },
      );
      return found.map(({ recordId }) => recordId);
    },
    ensureIndexes: () =>
      collection.ensureIndexes([
        // Exactly the guard's fields, so that every server finds the one document by it.
        { keys: { _id: 1, version: 1 }, global: true },
        { keys: { recordId: 1 } },
      ]),
  };
};
