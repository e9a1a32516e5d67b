import { refuse } from '@porchlight/errors';

/** How many lists or batches may be served at the same time. */
export interface ListGateOptions {
  /** Noun of the limited operation, for the error. */
  readonly what?: string;
  /** Limit per account and service. */
  readonly maxPerAccount: number;
  /** Limit per service, all accounts. */
  readonly maxPerService: number;
}

/** Limits concurrent lists, because each may use several MiB in the gateway. */
export interface ListGate {
  /** Runs `read` when a slot is free. Throws OVERLOADED if too many wait, or after 2 s. */
  run<T>(service: string, accountId: number, read: () => Promise<T>): Promise<T>;
}

/** Lists of one account that may wait. */
const MAX_WAITING = 256;
/** Longest wait, ms. */
const MAX_WAIT_MS = 2_000;

interface Waiter {
  readonly start: () => void;
}

interface ServiceQueue {
  running: number;
  /** Waiting lists by account; the first account is next, and moves to the end after its turn. */
  readonly waiting: Map<string, Set<Waiter>>;
}

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
};

/** Creates a gate. Accounts with waiting lists are served round-robin, except those that use their share already. */
export const createListGate = ({ what = 'lists', maxPerAccount, maxPerService }: ListGateOptions): ListGate => {
  const queues = new Map<string, ServiceQueue>();
  const running = new Map<string, number>();

  const hasRoom = (queue: ServiceQueue, accountKey: string): boolean =>
    queue.running < maxPerService && (running.get(accountKey) ?? 0) < maxPerAccount;

  const startNext = (queue: ServiceQueue): void => {
    // Map order: an account that is set again is last.
    for (const [accountKey, waiters] of queue.waiting) {
      if (queue.running >= maxPerService) return;
      if (!hasRoom(queue, accountKey)) continue;
      queue.waiting.delete(accountKey);
      queue.waiting.set(accountKey, waiters);
      const [first] = waiters;
      first?.start();
    }
  };

  const enter = (queue: ServiceQueue, accountKey: string): Promise<void> | undefined => {
    const take = (): void => {
      queue.running += 1;
      add(running, accountKey, 1);
    };
    if (hasRoom(queue, accountKey)) {
      take();
      return undefined;
    }
    const overloaded = refuse('OVERLOADED', { what: `${what} of this account`, limit: `${maxPerAccount} at a time` });
    const waiters = queue.waiting.get(accountKey) ?? new Set<Waiter>();
    if (waiters.size >= MAX_WAITING) return Promise.reject(overloaded);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        if (waiters.size === 0) queue.waiting.delete(accountKey);
      };
      const waiter: Waiter = {
        start: () => {
          leave();
          take();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(overloaded);
      }, MAX_WAIT_MS).unref();
      waiters.add(waiter);
      queue.waiting.set(accountKey, waiters);
    });
  };

  return {
    async run(service, accountId, read) {
      const queue = queues.get(service) ?? { running: 0, waiting: new Map() };
      queues.set(service, queue);
      const accountKey = `${service} ${accountId}`;
      const entered = enter(queue, accountKey);
      if (entered) await entered;
      try {
        return await read();
      } finally {
        queue.running -= 1;
        add(running, accountKey, -1);
        startNext(queue);
      }
    },
  };
};
