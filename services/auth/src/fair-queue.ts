import { refuse } from '@porchlight/errors';

/** Sizes of a fair queue. */
export interface FairQueueOptions {
  /** What is queued, for the error. */
  readonly what: string;
  /** Pieces of work that run at the same time. */
  readonly concurrent: number;
  /** Pieces of work that wait, over all holders. */
  readonly maxWaiting: number;
  /** Pieces of work of one holder that wait. */
  readonly maxWaitingPerHolder: number;
}

/** Runs costly work, a few pieces at a time. Holders (client networks) take turns, however much each of them queued. */
export interface FairQueue {
  /** Runs the work in its turn. Throws OVERLOADED when too much waits, and the signal's reason if it fired by then. */
  run<T>(holder: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Creates a queue. Its memory is bounded by `maxWaiting`. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { what, concurrent, maxWaiting, maxWaitingPerHolder } = options;
  /** Waiting work by holder; the first holder is next, and moves to the end after its turn. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const startNext = (): void => {
    const next = queues.entries().next().value;
    if (!next || running >= concurrent) return;
    const [holder, queue] = next;
    const begin = queue.shift()!;
    queues.delete(holder);
    if (queue.length > 0) queues.set(holder, queue);
    waiting -= 1;
    running += 1;
    begin();
  };

  const wait = (holder: string): Promise<void> => {
    const queue = queues.get(holder) ?? [];
    const limit = queue.length >= maxWaitingPerHolder ? maxWaitingPerHolder : maxWaiting;
    if (queue.length >= limit || waiting >= maxWaiting) return Promise.reject(refuse('OVERLOADED', { what, limit }));
    return new Promise((resolve) => {
      queue.push(resolve);
      queues.set(holder, queue);
      waiting += 1;
      startNext();
    });
  };

  return {
    async run(holder, work, signal) {
      await wait(holder);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
};
