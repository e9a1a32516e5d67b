import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { createFairQueue, type FairQueue } from '@porchlight/runtime';

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

/** Creates a gate: one fair queue for each service, of which an account may use a part only. */
export const createListGate = ({ what = 'lists', maxPerAccount, maxPerService }: ListGateOptions): ListGate => {
  const queues = new Map<string, FairQueue>();
  const refusal = () => refuse('OVERLOADED', { what: `${what} of this account`, limit: `${maxPerAccount} at a time` });
  const openQueue = (service: string): FairQueue => {
    const queue = createFairQueue({
      what,
      concurrent: maxPerService,
      concurrentPerHolder: maxPerAccount,
      maxWaiting: LIMITS.waitingRequests.value,
      maxWaitingPerHolder: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      refusal,
    });
    queues.set(service, queue);
    return queue;
  };
  return {
    run: (service, accountId, read) => (queues.get(service) ?? openQueue(service)).run(String(accountId), read),
  };
};
