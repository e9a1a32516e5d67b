import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';

/** A job that moves the people of a deleted stage. Stored until all are moved, so that it survives a crash. */
export const stageMoveJobSchema = defineDocument(
  {
    /** `<accountId>:<stageId>` */
    _id: column.text,
    accountId: column.number,
    stageId: column.number,
    targetId: column.number,
    /** When the stage was deleted, ms. */
    since: column.number,
  },
  [{ keys: { accountId: 1 }, global: true }],
);
export type StageMoveJob = DocumentOf<typeof stageMoveJobSchema>;

/** Maximum number of jobs that are read at once; the others follow. */
const MAX_JOBS = 200;

/** Which stages are being deleted, and where their people move. */
export interface StageMoves {
  /** Returns the stored move, which may be that of an earlier call. `since`: when the stage was deleted, ms. */
  add(accountId: number, stageId: number, targetId: number, since: number): Promise<StageMoveJob>;
  /** Moves of an account. */
  find(accountId: number): Promise<StageMoveJob[]>;
  /** Moves of all accounts that began before a moment, ms. */
  before(moment: number): Promise<StageMoveJob[]>;
  done(job: StageMoveJob): Promise<void>;
}

/** Stores which stages are being deleted. */
export const createStageMoves = (collection: DocumentCollection<StageMoveJob>): StageMoves => ({
  async add(accountId, stageId, targetId, since) {
    const job = { _id: `${accountId}:${stageId}`, accountId, stageId, targetId, since };
    const refused = await collection.insertMany([job]);
    if (refused.length === 0) return job;
    return (await collection.findOne({ _id: job._id })) ?? job;
  },
  find: (accountId) => collection.find({ accountId }, { limit: MAX_JOBS }),
  before: (moment) => collection.find(inAllAccounts({ since: { $lt: moment } }), { limit: MAX_JOBS }),
  done: async (job) => void (await collection.deleteOne({ _id: job._id })),
});
