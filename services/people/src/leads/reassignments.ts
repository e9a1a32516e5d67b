import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';

/** People of a deleted user or pond who still have to be assigned to another user. Stored until all are. */
export const reassignmentSchema = defineDocument(
  {
    /** `<accountId>:<kind>:<from>` */
    _id: column.text,
    accountId: column.number,
    kind: column.word('user', 'pond'),
    /** Id of the deleted user or pond. */
    from: column.number,
    /** Id of the user who gets the people. */
    to: column.number,
    /** When the deletion began, ms. */
    since: column.number,
    /** When the last step ended, ms. */
    stepped: column.number,
  },
  [
    { keys: { accountId: 1 }, global: true },
    { keys: { stepped: 1 }, global: true },
  ],
);
export type Reassignment = DocumentOf<typeof reassignmentSchema>;

/** Jobs of one round of the worker. */
const MAX_JOBS = 20;

const formatId = (accountId: number, kind: Reassignment['kind'], from: number): string =>
  `${accountId}:${kind}:${from}`;

/** People who still have to be assigned to another user. */
export interface Reassignments {
  /** Adds a job, or changes the target of the existing one. */
  add(job: Pick<Reassignment, 'accountId' | 'kind' | 'from' | 'to' | 'since'>): Promise<void>;
  find(accountId: number, kind: Reassignment['kind'], from: number): Promise<Reassignment | undefined>;
  /** The jobs of one round of the worker, the longest waiting first. */
  next(): Promise<Reassignment[]>;
  /** Stores when the last step ended, ms. */
  save(job: Reassignment, stepped: number): Promise<void>;
  /** Removes the job, unless it was added again. */
  done(job: Reassignment): Promise<void>;
}

/** Stores which people still have to be assigned to another user. */
export const createReassignments = (collection: DocumentCollection<Reassignment>): Reassignments => ({
  async add(job) {
    const { accountId, kind, from, to, since } = job;
    const _id = formatId(accountId, kind, from);
    const refused = await collection.insertMany([{ ...job, _id, stepped: since }]);
    if (refused.length > 0) await collection.updateOne({ _id }, { $set: { to, since } });
  },
  find: async (accountId, kind, from) =>
    (await collection.findOne({ _id: formatId(accountId, kind, from) })) ?? undefined,
  next: () => collection.find(inAllAccounts({}), { sort: { stepped: 1 }, limit: MAX_JOBS }),
  save: async ({ _id }, stepped) => void (await collection.updateOne({ _id }, { $set: { stepped } })),
  done: async ({ _id, since }) => void (await collection.deleteOne({ _id, since })),
});
