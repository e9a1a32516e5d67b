import { refuse } from '@porchlight/errors';

/** How many lists may be read at the same time. */
export interface ListGateOptions {
  /** Of one account at one service. */
  readonly maxPerAccount: number;
  /** Of all accounts at one service. */
  readonly maxPerService: number;
}

/** Bounds the lists being read, because each may take some MiB on its way through the gateway. */
export interface ListGate {
  /** Runs `read` when there is room. Throws OVERLOADED when too many wait, or after 2 s. */
  run<T>(service: string, accountId: number, read: () => Promise<T>): Promise<T>;
}

/** Lists of one account that may wait. */
const MAX_WAITING = 256;
/** Longest wait, ms. */
const MAX_WAIT_MS = 2_000;

interface Waiter {
  readonly accountKey: string;
  readonly start: () => void;
}

interface ServiceLane {
  running: number;
  readonly waiting: Set<Waiter>;
}

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
};

/** Creates a gate; waiting lists start in the order of arrival, past accounts that use their share already. */
export const createListGate = ({ maxPerAccount, maxPerService }: ListGateOptions): ListGate => {
  const lanes = new Map<string, ServiceLane>();
  const running = new Map<string, number>();
  const waiting = new Map<string, number>();

  const hasRoom = (lane: ServiceLane, accountKey: string): boolean =>
    lane.running < maxPerService && (running.get(accountKey) ?? 0) < maxPerAccount;

  const startNext = (lane: ServiceLane): void => {
    for (const waiter of lane.waiting) {
      if (lane.running >= maxPerService) return;
      if (hasRoom(lane, waiter.accountKey)) waiter.start();
    }
  };

  const enter = (lane: ServiceLane, accountKey: string): Promise<void> | undefined => {
    const take = (): void => {
      lane.running += 1;
      add(running, accountKey, 1);
    };
    if (hasRoom(lane, accountKey)) {
      take();
      return undefined;
    }
    const overloaded = refuse('OVERLOADED', { what: 'lists of this account', limit: `${maxPerAccount} at a time` });
    if ((waiting.get(accountKey) ?? 0) >= MAX_WAITING) return Promise.reject(overloaded);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        lane.waiting.delete(waiter);
        add(waiting, accountKey, -1);
      };
      const waiter: Waiter = {
        accountKey,
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
      lane.waiting.add(waiter);
      add(waiting, accountKey, 1);
    });
  };

  return {
    async run(service, accountId, read) {
      const lane = lanes.get(service) ?? { running: 0, waiting: new Set() };
      lanes.set(service, lane);
      const accountKey = `${service} ${accountId}`;
      const entered = enter(lane, accountKey);
      if (entered) await entered;
      try {
        return await read();
      } finally {
        lane.running -= 1;
        add(running, accountKey, -1);
        startNext(lane);
      }
    },
  };
};
