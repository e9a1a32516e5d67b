import { sleep } from '@porchlight/runtime';

/** How calls are gathered. */
export interface Gathering<C> {
  /** Calls with the same key wait for one another; others do not. */
  readonly keyOf: (call: C) => string;
  readonly weightOf: (call: C) => number;
  /** Largest weight of a batch; a single call may exceed it. */
  readonly most: number;
  /** Linger of the next batch of a key after a batch of this many calls, ms; default 0. */
  readonly restMs?: (calls: number) => number;
  /** Ends all lingers permanently. */
  readonly ending?: AbortSignal;
}

interface Waiting<C, R> {
  readonly call: C;
  readonly signal: AbortSignal;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/**
 * Combines calls that arrive during a running one: sequential writes of the same documents are faster as one. A call
 * without a predecessor starts at once.
 */
export const gatherCalls = <C, R>(
  run: (calls: readonly [C, ...C[]]) => Promise<R>,
  { keyOf, weightOf, most, restMs = () => 0, ending }: Gathering<C>,
): ((call: C, signal: AbortSignal) => Promise<R>) => {
  /** Running work by key; the server bounds the callers. */
  const queues = new Map<string, Waiting<C, R>[]>();

  const takeSome = (queue: Waiting<C, R>[]): Waiting<C, R>[] => {
    const taken: Waiting<C, R>[] = [];
    for (let weight = 0; queue[0];) {
      weight += weightOf(queue[0].call);
      if (taken.length > 0 && weight > most) break;
      const next = queue.shift() as Waiting<C, R>;
      if (next.signal.aborted) next.reject(next.signal.reason);
      else taken.push(next);
    }
    return taken;
  };

  const work = async (key: string, queue: Waiting<C, R>[]): Promise<void> => {
    for (;;) {
      const taken = takeSome(queue);
      const [first, ...rest] = taken.map(({ call }) => call);
      if (first === undefined) break;
      try {
        const result = await run([first, ...rest]);
        for (const { resolve } of taken) resolve(result);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
      const ms = restMs(taken.length);
      if (ms > 0) await sleep(ms, ending);
    }
    queues.delete(key);
  };

  return (call, signal) =>
    new Promise<R>((resolve, reject) => {
      const waiting = { call, signal, resolve, reject };
      const key = keyOf(call);
      const queue = queues.get(key);
      if (queue) queue.push(waiting);
      else {
        const own = [waiting];
        queues.set(key, own);
        void work(key, own);
      }
    });
};
