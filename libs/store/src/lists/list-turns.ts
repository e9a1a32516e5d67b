import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { createFairQueue } from '@porchlight/runtime';
import type { StoreCall } from '../contract/store-call';

/** Lists that query at a time: each uses up to two of the 16 connections. */
const SLOTS = 8;
/** Part of the slots that one account may take while another one waits. */
const SHARE = 0.5;
/** Waiting lists of all accounts, as a multiple of those of one. */
const ACCOUNTS = 20;

/** Runs a list when it is the turn of the account. Throws UNAVAILABLE if too many wait, and the signal's reason. */
export type ListTurns = <T>(call: Pick<StoreCall, 'actor' | 'signal'>, list: () => Promise<T>) => Promise<T>;

/** Bounds concurrent lists, and shares them among accounts. */
export const createListTurns = (slots = SLOTS, maxWaiting: number = LIMITS.waitingLists.value): ListTurns => {
  const queue = createFairQueue({
    what: 'lists',
    concurrent: slots,
    shareOfSlots: SHARE,
    maxWaiting: ACCOUNTS * maxWaiting,
    maxWaitingPerHolder: maxWaiting,
    refusal: () => refuse('UNAVAILABLE'),
  });
  return async ({ actor, signal }, list) => {
    signal.throwIfAborted();
    return queue.run(String(actor.accountId), list, { signal: () => signal });
  };
};
