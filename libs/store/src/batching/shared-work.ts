/**
 * Work that many ask for at the same time is done once for all who asked before it began. Nobody gets an answer from
 * before they asked: who comes while it runs waits for the next round, which one of them begins for all.
 */
export interface SharedWork {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Makes a place to share work at; nothing is kept once it is done. */
export const createSharedWork = (): SharedWork => {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<unknown>>();
  const start = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = work().finally(() => {
      if (running.get(key) === mine) running.delete(key);
    });
    running.set(key, mine);
    return mine;
  };
  return {
    run: <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const queued = waiting.get(key);
      if (queued) return queued as Promise<T>;
      const current = running.get(key);
      if (!current) return start(key, work);
      const begin = (): Promise<T> => {
        waiting.delete(key);
        return start(key, work);
      };
      const next = current.then(begin, begin);
      waiting.set(key, next);
      return next;
    },
  };
};
