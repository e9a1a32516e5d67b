import { createCachedGauge, type Clock, type Ids, type Logger, type Metrics, type Worker } from '@porchlight/runtime';
import type { RpcServer } from '@porchlight/rpc';
import type { Columns, Store } from '@porchlight/store';
import type { JobDefinition, KeyColumns } from './define-job';
import type { NamedWorker } from '../service/define-feature';
import { openJobStore } from './job-store';
import type { JobCounts, JobStore } from './job-store-contract';
import { createJobRunner, type JobRunner } from './run-jobs';
import { serveJobs, type JobKinds } from './serve-jobs';

/** The worker of a kind of job. */
export interface JobWorker extends NamedWorker {
  readonly createWorker: () => JobRunner & Worker;
}

/** The jobs of one kind: other code adds them, the worker runs them. */
export interface Jobs<K extends KeyColumns, D extends Columns, P> extends JobStore<K, D> {
  readonly name: string;
  /** State of the jobs; counted in the database. */
  counts(): Promise<JobCounts>;
  /** Jobs that are not finished and not dead, for limits; counted in the database. */
  size(): Promise<number>;
  /** The worker of this process, for the feature that serves the jobs. */
  run(ports: P): JobWorker;
  /** Creates the worker of this process. */
  createWorker(ports: P): JobRunner & Worker;
}

/** The jobs that `openJobs` opens for a definition. */
export type JobsOf<Definition> = Definition extends JobDefinition<infer K, infer D, infer P> ? Jobs<K, D, P> : never;

export interface JobsOptions {
  readonly store: Pick<Store, 'collection'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'random'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Serves the methods for operators; tests without RPC leave it out. */
  readonly rpc?: Pick<RpcServer, 'add'>;
}

/** Opens kinds of jobs, with metrics of all of them. */
export type OpenJobs = <K extends KeyColumns, D extends Columns, P>(
  definition: JobDefinition<K, D, P>,
) => Jobs<K, D, P>;

/** Creates the function that opens the kinds of jobs of a service, with metrics and methods for operators. */
export const createOpenJobs = (options: JobsOptions): OpenJobs => {
  const { metrics, rpc, logger } = options;
  const kinds: JobKinds = new Map();
  if (rpc) serveJobs(rpc, kinds, logger);
  const counts = new Map<string, () => Promise<JobCounts>>();
  const addGauge = (name: string, help: string, value: (counted: JobCounts) => number): void =>
    void metrics.gauge(name, help, ['kind'], async (gauge) => {
      for (const [kind, read] of counts) gauge.set({ kind }, value(await read()));
    });
  addGauge('jobs_due', 'Jobs that are due and not finished.', ({ due }) => due);
  addGauge('jobs_oldest_due_seconds', 'How long the oldest due job has been waiting.', (one) => one.oldestSeconds);
  addGauge('jobs_dead', 'Jobs that failed too often and do not run any more.', ({ dead }) => dead);
  const steps = metrics.counter('job_steps_total', 'Steps of jobs by result: done, again, failed, dead.', [
    'kind',
    'result',
  ]);

  return (definition) => {
    const jobs = openJobStore(options, definition);
    counts.set(definition.name, createCachedGauge(jobs.counts));
    let notify = (): void => undefined;
    const createWorker = (ports: Parameters<typeof definition.step>[0]): JobRunner & Worker => {
      const runner = createJobRunner({ ...options, definition, jobs, ports, steps });
      notify = runner.notify;
      return runner;
    };
    kinds.set(definition.name, {
      counts: jobs.counts,
      listDead: jobs.listDead,
      async restartDead(...selected) {
        const restarted = await jobs.restartDead(...selected);
        if (restarted > 0) notify();
        return restarted;
      },
    });
    return {
      name: definition.name,
      find: jobs.find,
      counts: jobs.counts,
      size: jobs.size,
      remove: jobs.remove,
      sum: jobs.sum,
      async add(...job) {
        await jobs.add(...job);
        notify();
      },
      run: (ports) => ({ name: definition.name, createWorker: () => createWorker(ports) }),
      createWorker,
    };
  };
};
