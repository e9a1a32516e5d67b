import { createWakeSignal, type WakeSignal } from '@porchlight/runtime';

/** The operations of a process that wait for a change of their account. */
export interface WaitingOperations {
  /** Runs work that waits by the signal. */
  run<T>(accountId: number, work: (wakeSignal: WakeSignal) => Promise<T>): Promise<T>;
  /** Wakes the operations of an account. */
  wake(accountId: number): void;
  count(): number;
}

/** Creates the waiting operations of a process. */
export const createWaitingOperations = (): WaitingOperations => {
  const waiting = new Map<number, Set<WakeSignal>>();
  let count = 0;

  return {
    async run(accountId, work) {
      const wakeSignal = createWakeSignal();
      const ofAccount = waiting.get(accountId) ?? new Set();
      waiting.set(accountId, ofAccount.add(wakeSignal));
      count++;
      try {
        return await work(wakeSignal);
      } finally {
        count--;
        ofAccount.delete(wakeSignal);
        if (ofAccount.size === 0) waiting.delete(accountId);
      }
    },
    wake(accountId) {
      for (const wakeSignal of waiting.get(accountId) ?? []) wakeSignal.notify();
    },
    count: () => count,
  };
};
