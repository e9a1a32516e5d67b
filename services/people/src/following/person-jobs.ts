import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';

/** Where a job stopped: the resource, and the id below which its records are not handled yet. */
export interface JobCursor {
  readonly resource: string;
  readonly below: number;
}

/** Records of a deleted person, or of a person whose viewers changed, that still have to follow the person. */
export const personJobSchema = defineDocument(
  {
    /** `<accountId>:<personId>:<kind>` */
    _id: column.text,
    accountId: column.number,
    personId: column.number,
    /** remove: the person was deleted; show: the viewers of the person changed. */
    kind: column.word('remove', 'show'),
    /** The ids of the records are published as erased before the records are removed. */
    erased: column.flag,
    /** Absent: from the beginning. */
    cursor: column.optional<JobCursor>(column.nested({ resource: column.text, below: column.number })),
    /** When the job was added or began anew, ms. */
    since: column.number,
    /** When its last step ended, ms; orders the jobs. */
    stepped: column.number,
  },
  [
    { keys: { accountId: 1 }, global: true },
    { keys: { stepped: 1 }, global: true },
  ],
);
export type PersonJob = DocumentOf<typeof personJobSchema>;

/** Jobs of one round of the worker. */
const MAX_JOBS = 20;

const formatId = ({ accountId, personId, kind }: Pick<PersonJob, 'accountId' | 'personId' | 'kind'>): string =>
  `${accountId}:${personId}:${kind}`;

/** Jobs that were stored and are not done; they survive the end of a process. */
export interface PersonJobs {
  /** Adds a job, or restarts the existing one. */
  add(job: Omit<PersonJob, '_id' | 'stepped'>): Promise<void>;
  find(accountId: number, personId: number, kind: PersonJob['kind']): Promise<PersonJob | undefined>;
  /** The jobs of all accounts whose last step is the longest ago, at most 20. */
  next(): Promise<PersonJob[]>;
  /** Stores the progress and when the step ended, ms, unless the job was restarted. */
  save(job: PersonJob, cursor: JobCursor | undefined, stepped: number): Promise<void>;
  /** Removes the job, unless it was restarted. */
  done(job: PersonJob): Promise<void>;
}

/** Stores which records still have to follow their person, and how far the work is. */
export const createPersonJobs = (collection: DocumentCollection<PersonJob>): PersonJobs => ({
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
  next: () => collection.find(inAllAccounts({}), { sort: { stepped: 1 }, limit: MAX_JOBS }),
  save: async ({ _id, since }, cursor, stepped) => {
    await collection.updateOne({ _id, since }, { $set: { stepped, ...(cursor && { cursor }) } });
  },
  done: async ({ _id, since }) => void (await collection.deleteOne({ _id, since })),
});
