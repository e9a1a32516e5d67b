/** Serializes the writes of this process to one record: fewer conflicts, and events in their order. */
export const createRecordLocks = () => {
  const tails = new Map<number, Promise<unknown>>();
  return <T>(key: number, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(key);
    const running = before ? before.then(work, work) : work();
    const tail = running.catch(() => undefined);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return running;
  };
};
