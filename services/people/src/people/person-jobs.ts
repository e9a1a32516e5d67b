import type { DocumentCollection } from '@porchlight/store';
import type { PersonJob, PersonJobs } from '../ports';

/** Jobs of one round of the worker. */
const MAX_JOBS = 20;

const formatId = ({ accountId, personId, kind }: Pick<PersonJob, 'accountId' | 'personId' | 'kind'>): string =>
  `${accountId}:${personId}:${kind}`;

/** Stores which records still have to follow their person, and how far the work is. */
export const createPersonJobs = (collection: DocumentCollection<PersonJob>): PersonJobs => ({
  ensureIndexes: () =>
    collection.ensureIndexes([
      { keys: { accountId: 1 }, global: true },
      { keys: { stepped: 1 }, global: true },
    ]),
  async add(job) {
    const _id = formatId(job);
    const refused = await collection.insertMany([{ ...job, _id, stepped: job.since }]);
    if (refused.length > 0) {
      const { since, erased } = job;
      await collection.updateOne({ _id }, { $set: { since, ...(erased && { erased }) }, $unset: { cursor: 1 } });
    }
  },
  find: async (accountId, personId, kind) =>
    (await collection.findOne({ _id: formatId({ accountId, personId, kind }) })) ?? undefined,
  next: () => collection.find({}, { sort: { stepped: 1 }, limit: MAX_JOBS }),
  save: async ({ _id, since }, cursor, stepped) => {
    await collection.updateOne({ _id, since }, { $set: { stepped, ...(cursor && { cursor }) } });
  },
  done: async ({ _id, since }) => void (await collection.deleteOne({ _id, since })),
});
