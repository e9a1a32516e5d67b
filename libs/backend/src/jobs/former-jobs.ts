import {
  inAccounts,
  inAllAccounts,
  type Condition,
  type DocumentCollection,
  type DocumentSchema,
  type Store,
} from '@porchlight/store';
import type { NewJob } from './new-job';

/** A job that continues the work of a record; `remove` deletes the record afterwards. */
export interface FormerJob<Key, Data> {
  readonly job: NewJob<Key, Data>;
  readonly remove?: () => Promise<unknown>;
}

/**
 * Records of unfinished work that the version before stored in another form. They become jobs at the start of a process
 * and each minute, because processes of that version run for a while in a rolling update.
 */
export interface FormerJobs<Key, Data> {
  /** Opens the records. The function reads some of them. */
  open(store: Pick<Store, 'collection'>): (limit: number) => Promise<readonly FormerJob<Key, Data>[]>;
}

interface FormerJobsOptions<F extends { _id: string | number }, Key, Data> {
  readonly collection: string;
  readonly schema: DocumentSchema<F>;
  /** Selects the records of unfinished work in a collection whose records stay; absent: all, and they are deleted. */
  readonly staying?: Condition;
  /** The job that continues the work of a record. */
  readonly toJob: (record: F) => NewJob<Key, Data>;
}

/** Values by which a record is unchanged since it was read. */
const scalars = (record: object): Condition =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );

/** Declares where the version before stored unfinished work, as `former` of a job. */
export const formerJobs = <F extends { _id: string | number }, Key, Data>({
  collection,
  schema,
  staying,
  toJob,
}: FormerJobsOptions<F, Key, Data>): FormerJobs<Key, Data> => ({
  open: (store) => {
    const records: DocumentCollection<F> = store.collection(collection, schema);
    return async (limit) =>
      (await records.find(inAllAccounts(staying ?? {}), { limit })).map((record) => {
        const job = toJob(record);
        // A record that a process of the version before changed meanwhile stays, and is read again.
        const remove = () => records.deleteOne(inAccounts(scalars(record), [job.accountId]));
        return staying ? { job } : { job, remove };
      });
  },
});
