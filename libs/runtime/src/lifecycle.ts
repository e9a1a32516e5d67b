import type { Logger } from './logger';
import { startStopwatch } from './clock';
import { withDeadline } from './deadlines';

/** One step of stopping. The signal is aborted at its timeout. */
export type StopStep = (deadline: AbortSignal) => Promise<void>;

/** Stops a process: runs its steps in order, each with a timeout. */
export interface Lifecycle {
  /** Adds a step; steps run in reverse order, so that the part that started last stops first. */
  onStop(name: string, step: StopStep, options?: { timeoutMs?: number }): void;
  /**
   * Stops all parts once; later calls wait for the first. A step that fails or times out is logged and does not prevent
   * the others.
   */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  /** Timeout of one step, ms (default 5 s). */
  readonly stepTimeoutMs?: number;
  /** Timeout of all steps, ms (default 20 s, below the 30 s of Kubernetes). */
  readonly totalTimeoutMs?: number;
}

/** Creates the lifecycle of a process. */
export const createLifecycle = ({
  logger,
  stepTimeoutMs = 5_000,
  totalTimeoutMs = 20_000,
}: LifecycleOptions): Lifecycle => {
  const steps: { name: string; step: StopStep; timeoutMs: number }[] = [];
  let stopped: Promise<void> | undefined;

  const runSteps = async (): Promise<void> => {
    const elapsed = startStopwatch();
    for (let last = steps.pop(); last; last = steps.pop()) {
      const { name, step, timeoutMs } = last;
      // Every step is started even after the timeout: it may complete before its first wait.
      const ms = Math.max(1, Math.min(timeoutMs, totalTimeoutMs - elapsed()));
      try {
        await withDeadline(
          async (deadline) => step(deadline),
          ms,
          () => new Error(`Did not stop within ${Math.round(ms)} ms.`),
        );
      } catch (error) {
        logger.warn({ event: 'service.stop_step_failed', step: name, err: error }, 'a step of stopping failed');
      }
    }
  };

  return {
    onStop(name, step, options) {
      steps.push({ name, step, timeoutMs: options?.timeoutMs ?? stepTimeoutMs });
    },
    stop() {
      stopped ??= runSteps();
      return stopped;
    },
    get stopping() {
      return stopped !== undefined;
    },
  };
};
