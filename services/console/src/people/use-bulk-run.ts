import { PorchlightError } from '@porchlight/sdk';
import { useState } from 'react';

/** Requests at the same time: an action on many people leaves room for other users. */
const PARALLEL = 4;
const MAX_TRIES = 5;
const SECOND_MS = 1_000;

/** How far an action on many records is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What became of the records of an action. */
export interface BulkResult {
  readonly succeeded: readonly number[];
  readonly failed: readonly number[];
  readonly firstError: unknown;
}

/** Repeats a request that comes too early, after the time that the API says. */
const retryLater = async (act: () => PromiseLike<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await act();
      return;
    } catch (error) {
      const wait = error instanceof PorchlightError && error.status === 429 ? error.retryAfterSeconds : undefined;
      if (wait === undefined || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * SECOND_MS));
    }
  }
};

/** Runs an action for each id, some at a time, and reports the progress. One failure does not stop the others. */
export const runForEach = async (
  ids: readonly number[],
  act: (id: number) => PromiseLike<unknown>,
  report: (progress: Progress) => void,
): Promise<BulkResult> => {
  const waiting = [...ids];
  const succeeded: number[] = [];
  const failed: number[] = [];
  let firstError: unknown;
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const current = id;
      try {
        await retryLater(() => act(current));
        succeeded.push(current);
      } catch (error) {
        failed.push(current);
        firstError ??= error;
      }
      report({ done: succeeded.length + failed.length, total: ids.length });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { succeeded, failed, firstError };
};

/** The progress of an action that is running; undefined while none is. */
export const useBulkRun = () => {
  const [progress, setProgress] = useState<Progress>();
  const run = async (ids: readonly number[], act: (id: number) => PromiseLike<unknown>): Promise<BulkResult> => {
    setProgress({ done: 0, total: ids.length });
    const result = await runForEach(ids, act, setProgress);
    setProgress(undefined);
    return result;
  };
  return { progress, run };
};
