import type { Clock } from '@porchlight/runtime';
import type { Columns, DocumentCollection, Store } from '@porchlight/store';
import { createJobAdditions, createTakeFormer } from './add-jobs';
import type { KeyColumns } from './define-job';
import { formatKey, jobSchema, type JobDocument } from './job-document';
import type { JobStoreDefinition, LeasedJobs } from './job-store-contract';
import { createJobLeases } from './lease-jobs';
import { createJobOperations } from './operate-jobs';

/** Opens the collection of a kind of job. */
export const openJobStore = <K extends KeyColumns, D extends Columns>(
  { store, clock }: { readonly store: Pick<Store, 'collection'>; readonly clock: Clock },
  definition: JobStoreDefinition<K, D>,
): LeasedJobs<K, D> => {
  const { name, key, data, former } = definition;
  type Document = JobDocument<K, D>;
  const jobs = store.collection(name, jobSchema(key, data)) as unknown as DocumentCollection<Document>;
  const additions = createJobAdditions(jobs, clock, definition);

  return {
    ...createJobLeases(jobs, clock),
    ...createJobOperations(jobs, clock),
    add: (accountId, jobKey, jobData, dueAt) =>
      additions.add({ accountId, key: jobKey, data: jobData, ...(dueAt && { dueAt }) }),
    takeFormer: createTakeFormer(store, former, additions),
    find: async (accountId, jobKey) => (await jobs.findOne({ _id: formatKey(accountId, jobKey) })) ?? undefined,
    remove: async (accountId, jobKey) => void (await jobs.deleteOne({ _id: formatKey(accountId, jobKey) })),
    async sum(accountId, dataName) {
      const [summed] = await jobs.aggregate<{ sum: number }>([
        { $match: { accountId, state: 'waiting' } },
        { $group: { _id: null, sum: { $sum: `$data.${dataName}` } } },
      ]);
      return summed?.sum ?? 0;
    },
  };
};
