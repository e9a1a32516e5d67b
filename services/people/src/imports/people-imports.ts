import type { DocumentCollection } from '@porchlight/store';
import type { ImportChunk, PeopleImportJob, PeopleImports } from '../ports';

/** How long an import can be asked for, s. */
const KEPT_S = 30 * 86_400;
/** Chunks hold people's data; they go when they are done, and these ones in any case. */
const CHUNK_KEPT_S = 7 * 86_400;
/** Each account has a few at most. */
const MAX_OPEN = 1_000;

/** Imports in the database: a job, and its rows in chunks that are deleted one by one. */
export const createPeopleImports = (
  jobs: DocumentCollection<PeopleImportJob>,
  chunks: DocumentCollection<ImportChunk>,
): PeopleImports => ({
  async ensureIndexes() {
    await jobs.ensureIndexes([
      { keys: { created: 1 }, global: true, expireAfterSeconds: KEPT_S },
      { keys: { status: 1 }, global: true },
      { keys: { status: 1 } },
    ]);
    await chunks.ensureIndexes([{ keys: { created: 1 }, global: true, expireAfterSeconds: CHUNK_KEPT_S }]);
  },
  async add(job, parts) {
    // The job last: what it names is there.
    if ((await chunks.insertMany(parts)).length > 0) return false;
    return (await jobs.insertMany([job])).length === 0;
  },
  find: async (accountId, id) => (await jobs.findOne({ _id: `${accountId}:${id}` })) ?? undefined,
  open: () => jobs.find({ status: 'Running' }, { limit: MAX_OPEN, projection: { accountId: 1, id: 1, created: 1 } }),
  countOpen: (accountId) => jobs.count({ accountId, status: 'Running' }),
  chunk: async (id) => (await chunks.findOne({ _id: id })) ?? undefined,
  async settle(job, chunkId) {
    const { _id, ...fields } = job;
    await jobs.updateOne({ _id }, { $set: fields });
    if (chunkId !== undefined) await chunks.deleteOne({ _id: chunkId });
  },
});
