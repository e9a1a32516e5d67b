import { refuse } from '@porchlight/errors';

/**
 * Bounds concurrent operations and shares them among accounts. Returns a function that runs the work when it is the
 * account's turn; it throws UNAVAILABLE (503) if too many wait, or the signal's reason. Free slots are assigned round
 * robin by account. An account may use all slots while it is alone; while another account waits, it gets a further slot
 * only if it holds less than half of them.
 */
export const createFairSlots = (slots: number, maxWaitingPerAccount: number) => {
  const waiting = new Map<number, Array<() => void>>();
  const used = new Map<number, number>();
  let running = 0;

  const start = (accountId: number, begin: () => void): void => {
    running += 1;
    used.set(accountId, (used.get(accountId) ?? 0) + 1);
    begin();
  };
  /** The account whose turn it is: the first in line, others before one that holds half of the slots. */
  const nextAccount = (): number | undefined => {
    const accounts = [...waiting.keys()];
    return accounts.find((accountId) => (used.get(accountId) ?? 0) < slots / 2) ?? accounts[0];
  };
  const pump = (): void => {
    while (running < slots && waiting.size > 0) {
      const accountId = nextAccount()!;
      const line = waiting.get(accountId)!;
      const begin = line.shift()!;
      // The account moves to the end of the queue.
      waiting.delete(accountId);
      if (line.length > 0) waiting.set(accountId, line);
      start(accountId, begin);
    }
  };
  const finish = (accountId: number): void => {
    running -= 1;
    const left = (used.get(accountId) ?? 1) - 1;
    if (left > 0) used.set(accountId, left);
    else used.delete(accountId);
    pump();
  };
  const wait = (accountId: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = waiting.get(accountId) ?? [];
      if (line.length >= maxWaitingPerAccount) return reject(refuse('UNAVAILABLE'));
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        const rest = (waiting.get(accountId) ?? []).filter((one) => one !== begin);
        if (rest.length > 0) waiting.set(accountId, rest);
        else waiting.delete(accountId);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.set(accountId, [...line, begin]);
    });

  return async <T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    if (running < slots && waiting.size === 0) start(accountId, () => undefined);
    else await wait(accountId, signal);
    try {
      return await work();
    } finally {
      finish(accountId);
    }
  };
};
