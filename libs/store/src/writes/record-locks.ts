/** Lets the writes of this process to one record go one after the other: fewer conflicts, and events in their order. */
export interface RecordLocks {
  run<T>(key: number, work: () => Promise<T>): Promise<T>;
}

/** Makes the locks of one resource; each waits no longer than the writes in front of it take. */
export const createRecordLocks = (): RecordLocks => {
  const tails = new Map<number, Promise<unknown>>();
  return {
    run: (key, work) => {
      const before = tails.get(key);
      const mine = before ? before.then(work, work) : work();
      const tail = mine.catch(() => undefined);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return mine;
    },
  };
};
