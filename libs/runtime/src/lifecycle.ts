import type { Logger } from './logger';
import { startStopwatch } from './clock';
import { withDeadline } from './deadlines';

/** One step of stopping. The signal is aborted when its time is over. */
export type StopStep = (deadline: AbortSignal) => Promise<void>;

/** Stops a process: its steps in order, each within its time. */
export interface Lifecycle {
  /** Adds a step; steps run in the reverse of the order they were added in, so what was started last stops first. */
  onStop(name: string, step: StopStep, options?: { timeoutMs?: number }): void;
  /**
   * Stops all, once; later calls wait for the first. A step that fails or is late is logged and does not hinder the
   * rest.
   */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  /** Longest time of one step (default 5 s). */
  readonly stepTimeoutMs?: number;
  /** Longest time of all steps (default 20 s, below the 30 s that Kubernetes gives). */
  readonly totalTimeoutMs?: number;
}

/** Makes the lifecycle of a process. */
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
      // Even when the time is over every step is begun: it may do its work before its first wait.
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
