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

/** Stores which people still have to be assigned to another user. */
export const createReassignments = (collection: DocumentCollection<Reassignment>) => ({
  async add(job: Pick<Reassignment, 'accountId' | 'kind' | 'from' | 'to' | 'since'>) {
    const { accountId, kind, from, to, since } = job;
    const _id = formatId(accountId, kind, from);
    const refused = await collection.insertMany([{ ...job, _id, stepped: since }]);
    if (refused.length > 0) await collection.updateOne({ _id }, { $set: { to, since } });
  },
  find: async (accountId: number, kind: Reassignment['kind'], from: number) =>
    (await collection.findOne({ _id: formatId(accountId, kind, from) })) ?? undefined,
  /** The jobs of one round of the worker, the longest waiting first. */
  next: () => collection.find(inAllAccounts({}), { sort: { stepped: 1 }, limit: MAX_JOBS }),
  save: async ({ _id }: Reassignment, stepped: number) =>
    void (await collection.updateOne({ _id }, { $set: { stepped } })),
  done: async ({ _id, since }: Reassignment) => void (await collection.deleteOne({ _id, since })),
});
