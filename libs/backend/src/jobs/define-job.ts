import type { Column, Columns, Stored, StoreCall } from '@porchlight/store';
import type { FormerJobs } from './former-jobs';

/** A number and its unit, for example `500ms`, `2s`, `5min`. */
export type Duration = `${number}ms` | `${number}s` | `${number}min`;

const UNIT_MS = { ms: 1, s: 1_000, min: 60_000 } as const;

/** Milliseconds of a duration. */
export const toMs = (duration: Duration): number => {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|min)$/.exec(duration) ?? [];
  if (count === undefined) throw new Error(`A duration is a number with ms, s or min: '${duration}'.`);
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
};

/** The parts of the key of a job: texts and numbers. */
export type KeyColumns = Readonly<Record<string, Column<string> | Column<number>>>;

/** A stored job, as its step receives it. */
export interface Job<K extends KeyColumns, D extends Columns> {
  readonly accountId: number;
  readonly key: Stored<K>;
  readonly data: Stored<D>;
  /** When the job was added or restarted. */
  readonly added: Date;
  /** Number of this attempt of the step, from 1. */
  readonly tries: number;
}

/** One step of a job. `call` acts for the system in the account; its signal is aborted at the timeout and at a stop. */
export interface JobStep<K extends KeyColumns, D extends Columns> {
  readonly job: Job<K, D>;
  readonly call: StoreCall;
}

/** The job continues: at once and before later jobs of its account, or after a pause and behind those that are due. */
export interface Again<T> {
  readonly outcome: 'again';
  /** Data to store with the progress; other data stay. */
  readonly data?: Partial<T>;
  readonly after?: Duration;
}

/** The job is finished and removed. */
export interface Done {
  readonly outcome: 'done';
}

/** Result of a step that has more to do. */
export const again = <T>(next: Omit<Again<T>, 'outcome'> = {}): Again<T> => ({ outcome: 'again', ...next });

/** Result of the last step. */
export const done = (): Done => ({ outcome: 'done' });

/** A kind of background work that survives the end of a process. */
export interface JobDefinition<K extends KeyColumns, D extends Columns, P> {
  /** Names the collection and the worker, in logs and metrics too. */
  readonly name: string;
  /** Identifies a job within its account: adding it again restarts it. */
  readonly key: K;
  /** What the steps need besides the key, and their progress. */
  readonly data: D;
  /**
   * Longest time until a due job is noticed, 5 s if no job of the kind was due lately; a job that this process adds
   * starts at once.
   */
  readonly every: Duration;
  /** A step that takes longer is aborted and counts as failed. */
  readonly stepTimeout: Duration;
  /** Failed attempts in a row before the job is dead (default 10). Errors of the surroundings do not count. */
  readonly maxTries?: number;
  /** Accounts whose jobs run at the same time in a process (default 4); of an account one job runs at a time. */
  readonly concurrency?: number;
  /** Part of the time that steps may use, from 0 to 1 (default 1); the rest belongs to requests. */
  readonly share?: number;
  /** Data of a job that is added again before it is finished (default: the added data). */
  readonly onRestart?: (stored: Stored<D>, added: Stored<D>) => Stored<D>;
  /**
   * A job that is added again with a later due time keeps the earlier one, and also runs at the later one: for work
   * that each write of an account adds. Default: the last due time holds, so that each addition postpones the job.
   */
  readonly keepsDueTime?: true;
  /** Where the version before stored such work; remove it a release later. */
  readonly former?: FormerJobs<Stored<K>, Stored<D>>;
  /**
   * Does a bounded part of the work. It runs again if a process ends before its result is stored, so it must be
   * idempotent. A step that throws is repeated later, up to `maxTries` times.
   */
  readonly step: (ports: P) => (step: JobStep<K, D>) => Promise<Again<Stored<D>> | Done>;
  /** Runs before a job is dead, to record the failure; idempotent, repeated until it succeeds. */
  readonly onDead?: (ports: P) => (step: JobStep<K, D> & { readonly problem: string }) => Promise<void>;
}

/** Declares a kind of job; `openJobs` of the backend stores and runs it. */
export const defineJob = <K extends KeyColumns, D extends Columns, P>(
  definition: JobDefinition<K, D, P>,
): JobDefinition<K, D, P> => definition;
