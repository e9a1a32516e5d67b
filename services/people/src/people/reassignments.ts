import type { DocumentCollection } from '@porchlight/store';
import type { Reassignment, Reassignments } from '../ports';

/** Jobs of one round of the worker. */
const MAX_JOBS = 20;

const formatId = (accountId: number, kind: Reassignment['kind'], from: number): string =>
  `${accountId}:${kind}:${from}`;

/** Stores which people still have to be assigned to another user. */
export const createReassignments = (collection: DocumentCollection<Reassignment>): Reassignments => ({
  ensureIndexes: () =>
    collection.ensureIndexes([
      { keys: { accountId: 1 }, global: true },
      { keys: { stepped: 1 }, global: true },
    ]),
  async add(job) {
    const { accountId, kind, from, to, since } = job;
    const _id = formatId(accountId, kind, from);
    const refused = await collection.insertMany([{ ...job, _id, stepped: since }]);
    if (refused.length > 0) await collection.updateOne({ _id }, { $set: { to, since } });
  },
  find: async (accountId, kind, from) =>
    (await collection.findOne({ _id: formatId(accountId, kind, from) })) ?? undefined,
  next: () => collection.find({}, { sort: { stepped: 1 }, limit: MAX_JOBS }),
  save: async ({ _id }, stepped) => void (await collection.updateOne({ _id }, { $set: { stepped } })),
  done: async ({ _id, since }) => void (await collection.deleteOne({ _id, since })),
});
