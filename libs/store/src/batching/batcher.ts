/** Gathers what waits at the same moment into one operation. */
export interface Batcher<I, O> {
  add(item: I): Promise<O>;
}

export interface BatcherOptions<I, O> {
  /** Most items of one batch. */
  readonly max: number;
  /** Most batches under way; the rest waits and makes the next, larger batch. */
  readonly inFlight: number;
  /** Results in the order of the items; a rejection rejects all of them. */
  readonly run: (items: I[]) => Promise<O[]>;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Nothing waits for company: a batch goes at the end of the event-loop turn, or when an earlier one has come back.
 * Under load batches grow by themselves. What an item reads was read after it was added.
 */
export const createBatcher = <I, O>({ max, inFlight, run }: BatcherOptions<I, O>): Batcher<I, O> => {
  let waiting: Waiting<I, O>[] = [];
  let running = 0;
  let scheduled = false;

  const go = async (batch: Waiting<I, O>[]): Promise<void> => {
    running += 1;
    try {
      const results = await run(batch.map((w) => w.item));
      batch.forEach((w, at) => w.resolve(results[at] as O));
    } catch (error) {
      for (const w of batch) w.reject(error);
    } finally {
      running -= 1;
      pump();
    }
  };
  const pump = (): void => {
    while (running < inFlight && waiting.length > 0) {
      const batch = waiting.length <= max ? waiting : waiting.slice(0, max);
      waiting = waiting.length <= max ? [] : waiting.slice(max);
      void go(batch);
    }
  };
  const later = (): void => {
    scheduled = false;
    pump();
  };
  return {
    add: (item) =>
      new Promise<O>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!scheduled && running < inFlight) {
          scheduled = true;
          setImmediate(later);
        }
      }),
  };
};
