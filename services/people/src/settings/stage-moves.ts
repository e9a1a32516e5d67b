import type { DocumentCollection } from '@porchlight/store';
import type { StageMoveJob, StageMoves } from '../ports';

/** Most jobs read at once; the rest follows when these are done. */
const MAX_JOBS = 200;

/** Stores which stages are being deleted, and where their people move. */
export const createStageMoves = (collection: DocumentCollection<StageMoveJob>): StageMoves => ({
  ensureIndexes: () => collection.ensureIndexes([{ keys: { accountId: 1 }, global: true }]),
  async add(accountId, stageId, targetId, since) {
    const job = { _id: `${accountId}:${stageId}`, accountId, stageId, targetId, since };
    const refused = await collection.insertMany([job]);
    if (refused.length === 0) return job;
    return (await collection.findOne({ _id: job._id })) ?? job;
  },
  of: (accountId) => collection.find({ accountId }, { limit: MAX_JOBS }),
  before: (moment) => collection.find({ since: { $lt: moment } }, { limit: MAX_JOBS }),
  done: async (job) => void (await collection.deleteOne({ _id: job._id })),
});
