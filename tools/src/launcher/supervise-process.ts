import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { findSetpriv } from './find-program';
import type { Supervised, ProcessEvents } from './supervised';
import type { LogFile } from './log-file';

/** How to start a process, check that it is ready, and stop it. */
export interface ProcessPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: LogFile;
  /** Resolves to true when it serves; called repeatedly during the start. */
  readonly isReady: () => Promise<boolean>;
  /** Time limit of the first start, ms; with `progress`, of a start without progress. */
  readonly readyTimeoutMs: number;
  /** Lines of the log that show progress of a start that may take long. */
  readonly progress?: RegExp;
  /** Time limit of a stop before the process is killed, ms. */
  readonly stopTimeoutMs: number;
  /** Signal that the kernel sends when the launcher dies; requires setpriv. */
  readonly deathSignal: 'TERM' | 'KILL';
  /** The path of setpriv, '' for none; default: that of this machine. */
  readonly setpriv?: string | undefined;
}

/** Exit code of a service with an invalid configuration: it is not restarted. */
const EXIT_CONFIG = 78;
const BACKOFF_MS = { first: 100, most: 5_000 } as const;
/** After this time a failure counts as the first one again, ms. */
const STEADY_MS = 20_000;
const FIRST_START_DEATHS = 5;
const POLL_MS = { eager: 40, patient: 500, eagerFor: 15_000 } as const;

/** Spawns the process once; `ended` says how it ended. */
function spawnPlanned(
  plan: ProcessPlan,
  setpriv: string | undefined,
): { started: ChildProcess; ended: Promise<string> } {
  const log = plan.log.open();
  const [command, args] = setpriv
    ? [setpriv, ['--pdeathsig', plan.deathSignal, '--', plan.command, ...plan.args]]
    : [plan.command, plan.args];
  // A separate process group: Ctrl-C must reach the launcher only, which stops all in order.
  const started = spawn(command, args, { env: plan.env, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    started.once('error', (error) => resolve(error.message));
    started.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return { started, ended };
}

/** Calls `fail` when the time limit of the first start ends; each line of progress extends it. */
function startDeadline({ log, progress, readyTimeoutMs }: ProcessPlan, fail: (why: string) => void) {
  let linesBefore = 0;
  const check = (): void => {
    const lines = progress ? log.countLines(progress) : 0;
    if (lines === linesBefore) return fail(`not ready after ${readyTimeoutMs / 1000} s`);
    linesBefore = lines;
    timer.refresh();
  };
  const timer = setTimeout(check, readyTimeoutMs);
  return { clear: () => clearTimeout(timer) };
}

/** Supervises a process: restarts it with a backoff of up to 5 s. */
export function superviseProcess(plan: ProcessPlan, events: ProcessEvents): Supervised {
  const setpriv = plan.setpriv ?? findSetpriv();
  let child: ChildProcess | undefined;
  let stopping = false;
  let restarts = -1;
  let waking: (() => void) | undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      waking = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const spawnOnce = (): Promise<string> => {
    const { started, ended } = spawnPlanned(plan, setpriv);
    child = started;
    const pid = started.pid ?? 0;
    if (pid) events.started(plan.name, pid);
    return ended.then((how) => {
      child = undefined;
      events.ended(plan.name, pid);
      return how;
    });
  };

  /** Resolves to true when the process serves, to false if it ended or was stopped first. */
  const untilReady = async (isOver: () => boolean): Promise<boolean> => {
    const since = Date.now();
    while (!isOver() && !stopping) {
      if (await plan.isReady().catch(() => false)) return !isOver();
      await pause(Date.now() - since < POLL_MS.eagerFor ? POLL_MS.eager : POLL_MS.patient);
    }
    return false;
  };

  const restartLoop = async (onFirstReady: () => void, onHopeless: (why: string) => void): Promise<void> => {
    let deaths = 0;
    let everReady = false;
    while (!stopping) {
      const startedAt = Date.now();
      restarts += 1;
      const ended = spawnOnce();
      let how: string | undefined;
      void ended.then((cause) => {
        how = cause;
        waking?.();
      });
      if (await untilReady(() => how !== undefined)) {
        everReady = true;
        events.ready(plan.name, restarts, Date.now() - startedAt);
        onFirstReady();
      }
      await ended;
      if (stopping) return;
      deaths = Date.now() - startedAt > STEADY_MS ? 1 : deaths + 1;
      const hopeless = how === `exit code ${EXIT_CONFIG}` || (!everReady && deaths >= FIRST_START_DEATHS);
      if (hopeless && !everReady) return onHopeless(how ?? 'ended');
      events.died(plan.name, how ?? 'ended');
      await pause(Math.min(BACKOFF_MS.first * 2 ** (deaths - 1), BACKOFF_MS.most));
    }
  };

  return {
    name: plan.name,
    get pid() {
      return child?.pid;
    },
    start: () =>
      new Promise((resolve, reject) => {
        const fail = (why: string): void => {
          deadline.clear();
          reject(
            new Error(`${plan.name} did not start (${why}); its log is ${plan.log.path}:\n${plan.log.lastWords()}`),
          );
        };
        const deadline = startDeadline(plan, fail);
        const ready = (): void => {
          deadline.clear();
          resolve();
        };
        void restartLoop(ready, fail);
      }),
    async stop() {
      stopping = true;
      waking?.();
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.kill('SIGTERM');
      const force = setTimeout(() => running.kill('SIGKILL'), plan.stopTimeoutMs);
      await gone;
      clearTimeout(force);
    },
  };
}
