import type { Logger } from './logger';
import { sleep, withDeadline } from './deadlines';
import { startStopwatch } from './clock';
import { isError } from './redaction';

/** A worker that runs until its signal is aborted. Returning or throwing before that counts as a failure. */
export interface Worker {
  run(signal: AbortSignal): Promise<void>;
}

/** State of a worker. */
export interface WorkerHealth {
  readonly state: 'running' | 'restarting' | 'stopped';
  /** Number of failures. */
  readonly restarts: number;
  /** Message of the last failure. */
  readonly lastError?: string;
}

/** State of all workers. */
export interface SupervisorHealth {
  /** False while any worker has failed: use it for readiness. */
  readonly ok: boolean;
  readonly workers: Readonly<Record<string, WorkerHealth>>;
}

/** Restarts workers that fail, with increasing delay. */
export interface Supervisor {
  /** Starts a worker and restarts it after failures. */
  add(name: string, worker: Worker): void;
  /** Aborts all workers and waits for them, at most `stopTimeoutMs`. */
  stop(): Promise<void>;
  health(): SupervisorHealth;
}

export interface SupervisorOptions {
  readonly logger: Logger;
  /** First delay before a restart, ms; doubles with each consecutive failure (default 100 ms). */
  readonly firstPauseMs?: number;
  /** Longest delay, ms (default 30 s). */
  readonly longestPauseMs?: number;
  /** Run time after which the delay is reset, ms (default 60 s). */
  readonly healthyAfterMs?: number;
  /** Longest wait in `stop`, ms (default 10 s). */
  readonly stopTimeoutMs?: number;
}

interface WorkerRecord {
  state: WorkerHealth['state'];
  restarts: number;
  lastError?: string;
  done: Promise<void>;
}

/** Creates a supervisor: runs workers, restarts failed ones with increasing delay, reports their state. */
export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const {
    logger,
    firstPauseMs = 100,
    longestPauseMs = 30_000,
    healthyAfterMs = 60_000,
    stopTimeoutMs = 10_000,
  } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const workers = new Map<string, WorkerRecord>();

  const runWithRestarts = async (name: string, worker: Worker, record: WorkerRecord): Promise<void> => {
    let pause = firstPauseMs;
    while (!signal.aborted) {
      record.state = 'running';
      const lived = startStopwatch();
      let death: unknown = new Error('The worker ended by itself.');
      try {
        await worker.run(signal);
      } catch (error) {
        death = error;
      }
      if (signal.aborted) break;
      if (lived() >= healthyAfterMs) pause = firstPauseMs;
      record.state = 'restarting';
      record.restarts++;
      record.lastError = isError(death) ? death.message : String(death);
      logger.error(
        { event: 'worker.died', worker: name, restarts: record.restarts, restartInMs: pause, err: death },
        'a worker died',
      );
      await sleep(pause, signal);
      pause = Math.min(pause * 2, longestPauseMs);
    }
    record.state = 'stopped';
  };

  return {
    add(name, worker) {
      if (signal.aborted) throw new Error(`The supervisor is stopping and takes no worker '${name}'.`);
      if (workers.has(name)) throw new Error(`There is already a worker '${name}'.`);
      const record: WorkerRecord = { state: 'running', restarts: 0, done: Promise.resolve() };
      workers.set(name, record);
      record.done = runWithRestarts(name, worker, record);
    },
    async stop() {
      controller.abort();
      const all = Promise.all([...workers.values()].map((record) => record.done));
      await withDeadline(all, stopTimeoutMs, () => {
        const late = [...workers].filter(([, record]) => record.state !== 'stopped').map(([name]) => name);
        return new Error(`Workers did not stop within ${stopTimeoutMs} ms: ${late.join(', ')}.`);
      });
    },
    health() {
      const report: Record<string, WorkerHealth> = {};
      for (const [name, { state, restarts, lastError }] of workers) {
        report[name] = { state, restarts, ...(lastError !== undefined && { lastError }) };
      }
      return { ok: [...workers.values()].every((record) => record.state === 'running'), workers: report };
    },
  };
};
