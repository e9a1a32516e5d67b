import type { Columns, Stored } from '@porchlight/store';
import type { KeyColumns } from './define-job';
import type { FormerJobs } from './former-jobs';
import type { JobDocument } from './job-document';

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
