import type { Clock } from '@porchlight/runtime';
import type { Columns, DocumentCollection, Store, Stored } from '@porchlight/store';
import type { KeyColumns } from './define-job';
import { FREE, formatKey, type JobDocument } from './job-document';
import type { JobStoreDefinition } from './job-store-contract';
import type { NewJob } from './new-job';

/** Attempts to add a job that others finish and add at the same moment. */
const MAX_ADDITIONS = 10;
/** Records of the version before that are read at once. */
const FORMER_AT_ONCE = 200;

/** Creates the writes that add jobs; each is one atomic statement. */
export const createJobAdditions = <K extends KeyColumns, D extends Columns>(
  jobs: DocumentCollection<JobDocument<K, D>>,
  clock: Clock,
  { name, onRestart, keepsDueTime }: JobStoreDefinition<K, D>,
) => {
  type Added = NewJob<Stored<K>, Stored<D>>;
  const begin = (dueAt = clock.date()) => ({ added: clock.date(), tries: 0, state: 'waiting', dueAt }) as const;

  /** Returns false if the job exists. */
  const insert = async ({ accountId, key: jobKey, data: jobData, dueAt }: Added): Promise<boolean> => {
    const job = { _id: formatKey(accountId, jobKey), accountId, key: jobKey, data: jobData };
    return (await jobs.insertMany([{ ...job, ...begin(dueAt), revision: 1, ...FREE }])).length === 0;
  };
  /** Returns false if the job was finished or restarted meanwhile. */
  const restart = async ({ accountId, key: jobKey, data: jobData, dueAt }: Added): Promise<boolean> => {
    const _id = formatKey(accountId, jobKey);
    const stored = onRestart && (await jobs.findOne({ _id }));
    const restarted = stored ? onRestart(stored.data, jobData) : jobData;
    const { dueAt: at, ...begun } = begin(dueAt);
    const times = keepsDueTime ? { $min: { dueAt: at }, $max: { againAt: at } } : { $set: { dueAt: at } };
    return jobs.updateOne(
      { _id, ...(stored && { revision: stored.revision }) },
      {
        ...times,
        $set: { data: restarted, ...begun, ...times.$set },
        $inc: { revision: 1 },
        $unset: { problem: 1, diedAt: 1 },
      },
    );
  };

  return {
    insert,
    /** Adds a job; restarts it if it exists. */
    async add(job: Added): Promise<void> {
      for (let attempt = 0; attempt < MAX_ADDITIONS; attempt++) if ((await insert(job)) || (await restart(job))) return;
      throw new Error(`The job ${name} ${formatKey(job.accountId, job.key)} is added too often at the same moment.`);
    },
  };
};

/** Creates the function that turns records of the version before into jobs. It returns true if there are more. */
export const createTakeFormer = <K extends KeyColumns, D extends Columns>(
  store: Pick<Store, 'collection'>,
  former: JobStoreDefinition<K, D>['former'],
  { insert, add }: ReturnType<typeof createJobAdditions<K, D>>,
): (() => Promise<boolean>) => {
  const readFormer = former?.open(store);
  return async () => {
    const records = (await readFormer?.(FORMER_AT_ONCE)) ?? [];
    for (const { job, remove } of records) {
      if (remove) await add(job);
      else await insert(job);
      await remove?.();
    }
    // Records that stay would be read again.
    return records.length === FORMER_AT_ONCE && records.every(({ remove }) => remove);
  };
};
