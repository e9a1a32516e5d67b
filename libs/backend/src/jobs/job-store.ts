import type { Clock } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  inAllAccounts,
  type Columns,
  type DocumentCollection,
  type Store,
  type Stored,
} from '@porchlight/store';
import type { Job, KeyColumns } from './define-job';
import type { NewJob } from './new-job';
import type { FormerJobs } from './former-jobs';

/** A job in the database. */
export interface JobDocument<K extends KeyColumns, D extends Columns> extends Job<K, D> {
  /** `<accountId>:<key>`; the key may be empty. */
  readonly _id: string;
  /** `dead`: failed too often; runs again only if it is added again. */
  readonly state: 'waiting' | 'dead';
  readonly dueAt: Date;
  /** Until it has run at or after this time the job does not end: with `keepsDueTime`. */
  readonly againAt?: Date;
  /** Grows when the job is added again: a step that began before does not finish it. */
  readonly revision: number;
  /** Lease: who runs the job, and until when others leave it alone. */
  readonly holder: string;
  readonly heldUntil: Date;
  /** Message of the last failure. */
  readonly problem?: string;
  readonly diedAt?: Date;
}

/** State of the jobs of one kind, for metrics. */
export interface JobCounts {
  readonly due: number;
  /** How long the oldest due job has been waiting, s. */
  readonly oldestSeconds: number;
  /** Jobs of which a process runs a step. */
  readonly running: number;
  readonly dead: number;
}

/** Dead jobs of a kind: of all accounts or one, and there of all keys or one. */
export interface DeadJobs {
  readonly accountId?: number | undefined;
  /** `keyText` of a job. */
  readonly key?: string | undefined;
}

/** Dead jobs are removed after 30 days. */
const DEAD_KEPT_S = 30 * 86_400;
/** Due jobs of an account that are looked at for its turn. */
const CANDIDATES = 20;
/** Attempts to add a job that others finish and add at the same moment. */
const MAX_ADDITIONS = 10;
/** Records of the version before that are read at once. */
const FORMER_AT_ONCE = 200;
const NEVER = new Date(0);
const FREE = { holder: '', heldUntil: NEVER };

const jobSchema = (key: KeyColumns, data: Columns) =>
  defineDocument(
    {
      _id: column.text,
      accountId: column.number,
      key: column.nested(key),
      data: column.nested(data),
      added: column.date,
      tries: column.number,
      state: column.word('waiting', 'dead'),
      dueAt: column.date,
      againAt: column.optional(column.date),
      revision: column.number,
      holder: column.text,
      heldUntil: column.date,
      problem: column.optional(column.text),
      diedAt: column.optional(column.date),
    },
    [
      { keys: { state: 1, dueAt: 1 }, global: true },
      { keys: { state: 1, dueAt: 1 } },
      { keys: { diedAt: 1 }, global: true, sparse: true, expireAfterSeconds: DEAD_KEPT_S },
    ],
  );

/** The colon follows the account also if the key is empty: it marks the account of a key (libs/store/README.md). */
const formatKey = (accountId: number, key: Readonly<Record<string, unknown>>): string => {
  const names = Object.keys(key).sort();
  return `${accountId}:${names.map((name) => encodeURIComponent(String(key[name]))).join(':')}`;
};

/** The key of a job as text; empty if its account has one job of the kind. */
export const keyText = ({ _id }: { readonly _id: string }): string => _id.split(':').slice(1).join(':');

const deadJobs = ({ accountId, key }: DeadJobs) => {
  if (accountId === undefined) return inAllAccounts({ state: 'dead' });
  return { accountId, state: 'dead', ...(key !== undefined && { _id: `${accountId}:${key}` }) };
};

/** What callers do with the jobs of one kind. */
export interface JobStore<K extends KeyColumns, D extends Columns> {
  /** Adds a job that is due now or at a later time; restarts it if it exists. */
  add(accountId: number, key: Stored<K>, data: Stored<D>, dueAt?: Date): Promise<void>;
  find(accountId: number, key: Stored<K>): Promise<JobDocument<K, D> | undefined>;
  remove(accountId: number, key: Stored<K>): Promise<void>;
  /** Adds up a number of the data of an account's waiting jobs; counted in the database. */
  sum(accountId: number, name: keyof Stored<D> & string): Promise<number>;
}

/** What the runner does with them. Each write is one atomic statement, guarded by the lease. */
export interface LeasedJobs<K extends KeyColumns, D extends Columns> extends JobStore<K, D> {
  /** Accounts with due jobs and ids above `after`, in the order of their ids. */
  dueAccounts(after: number, limit: number): Promise<readonly number[]>;
  /** Leases the longest due job of an account and counts the attempt, unless one of its jobs is running. */
  claim(accountId: number, holder: string, leaseMs: number): Promise<JobDocument<K, D> | undefined>;
  /** Stores the progress and releases the job. */
  settle(job: JobDocument<K, D>, change: Partial<JobDocument<K, D>>): Promise<void>;
  /** Removes a finished job; one that was added again meanwhile is only released. */
  finish(job: JobDocument<K, D>): Promise<void>;
  counts(): Promise<JobCounts>;
  /** Turns records of the version before into jobs. Returns true if there are more. */
  takeFormer(): Promise<boolean>;
  /** Jobs that are not finished and not dead. */
  size(): Promise<number>;
  /** Dead jobs, the longest due first. */
  listDead(limit: number): Promise<readonly JobDocument<K, D>[]>;
  /** Makes dead jobs due again, with their stored data and all tries. Returns the number. */
  restartDead(jobs: DeadJobs, limit: number): Promise<number>;
}

/** The parts of a definition that say how jobs are stored. */
export interface JobStoreDefinition<K extends KeyColumns, D extends Columns> {
  readonly name: string;
  readonly key: K;
  readonly data: D;
  readonly former?: FormerJobs<Stored<K>, Stored<D>>;
  readonly onRestart?: (stored: Stored<D>, added: Stored<D>) => Stored<D>;
  readonly keepsDueTime?: true;
}

/** Opens the collection of a kind of job. */
export const openJobStore = <K extends KeyColumns, D extends Columns>(
  { store, clock }: { readonly store: Pick<Store, 'collection'>; readonly clock: Clock },
  { name, key, data, former, onRestart, keepsDueTime }: JobStoreDefinition<K, D>,
): LeasedJobs<K, D> => {
  type Document = JobDocument<K, D>;
  const jobs = store.collection(name, jobSchema(key, data)) as unknown as DocumentCollection<Document>;
  const due = () => ({ state: 'waiting', dueAt: { $gt: NEVER, $lte: clock.date() } });
  const release = async ({ _id, holder }: Document) => void (await jobs.updateOne({ _id, holder }, { $set: FREE }));

  const readFormer = former?.open(store);

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
  const addOrRestart = async (job: Added): Promise<void> => {
    for (let attempt = 0; attempt < MAX_ADDITIONS; attempt++) if ((await insert(job)) || (await restart(job))) return;
    throw new Error(`The job ${name} ${formatKey(job.accountId, job.key)} is added too often at the same moment.`);
  };

  return {
    add: (accountId, jobKey, jobData, dueAt) =>
      addOrRestart({ accountId, key: jobKey, data: jobData, ...(dueAt && { dueAt }) }),
    async takeFormer() {
      const records = (await readFormer?.(FORMER_AT_ONCE)) ?? [];
      for (const { job, remove } of records) {
        if (remove) await addOrRestart(job);
        else await insert(job);
        await remove?.();
      }
      // Records that stay would be read again.
      return records.length === FORMER_AT_ONCE && records.every(({ remove }) => remove);
    },
    find: async (accountId, jobKey) => (await jobs.findOne({ _id: formatKey(accountId, jobKey) })) ?? undefined,
    remove: async (accountId, jobKey) => void (await jobs.deleteOne({ _id: formatKey(accountId, jobKey) })),
    async sum(accountId, dataName) {
      const [summed] = await jobs.aggregate<{ sum: number }>([
        { $match: { accountId, state: 'waiting' } },
        { $group: { _id: null, sum: { $sum: `$data.${dataName}` } } },
      ]);
      return summed?.sum ?? 0;
    },
    dueAccounts: async (after, limit) => {
      const groups = await jobs.aggregate<{ _id: number }>([
        { $match: inAllAccounts({ ...due(), accountId: { $gt: after }, heldUntil: { $lte: clock.date() } }) },
        { $group: { _id: '$accountId' } },
        { $sort: { _id: 1 } },
        { $limit: limit },
      ]);
      return groups.map(({ _id }) => _id);
    },
    async claim(accountId, holder, leaseMs) {
      const now = clock.date();
      const candidates = await jobs.find(
        { accountId, ...due() },
        { sort: { dueAt: 1 }, limit: CANDIDATES, projection: { heldUntil: 1, revision: 1 } },
      );
      const [first] = candidates;
      if (!first || candidates.some(({ heldUntil }) => heldUntil > now)) return undefined;
      const { _id, revision } = first;
      const claimed = await jobs.findOneAndUpdate(
        { _id, revision, state: 'waiting', heldUntil: { $lte: now } },
        { $set: { holder, heldUntil: new Date(now.getTime() + leaseMs) }, $inc: { tries: 1 } },
      );
      return claimed ?? undefined;
    },
    async settle(job, change) {
      const { _id, holder, revision } = job;
      const stored = await jobs.updateOne({ _id, holder, revision }, { $set: { ...change, ...FREE } });
      if (!stored) await release(job);
    },
    async finish(job) {
      const { _id, holder, revision, againAt } = job;
      if (againAt && againAt > clock.date()) {
        const waiting = { dueAt: againAt, tries: 0, ...FREE };
        if (!(await jobs.updateOne({ _id, holder, revision }, { $set: waiting }))) await release(job);
      } else if (!(await jobs.deleteOne({ _id, holder, revision }))) await release(job);
    },
    async counts() {
      const [[oldest], waiting, running, dead] = await Promise.all([
        jobs.find(inAllAccounts(due()), { sort: { dueAt: 1 }, limit: 1, projection: { dueAt: 1 } }),
        jobs.count(inAllAccounts(due())),
        jobs.count(inAllAccounts({ ...due(), heldUntil: { $gt: clock.date() } })),
        jobs.count(inAllAccounts({ state: 'dead' })),
      ]);
      const oldestSeconds = oldest ? (clock.now() - oldest.dueAt.getTime()) / 1_000 : 0;
      return { due: waiting, oldestSeconds, running, dead };
    },
    size: () => jobs.count(inAllAccounts({ state: 'waiting' })),
    listDead: (limit) => jobs.find(deadJobs({}), { sort: { dueAt: 1 }, limit }),
    async restartDead(selected, limit) {
      const dead = await jobs.find(deadJobs(selected), { sort: { dueAt: 1 }, limit, projection: { _id: 1 } });
      if (dead.length === 0) return 0;
      const restart = { state: 'waiting', tries: 0, dueAt: clock.date() };
      const filter = inAllAccounts({ _id: { $in: dead.map(({ _id }) => _id) }, state: 'dead' });
      return jobs.updateMany(filter, { $set: restart, $inc: { revision: 1 }, $unset: { problem: 1, diedAt: 1 } });
    },
  };
};
