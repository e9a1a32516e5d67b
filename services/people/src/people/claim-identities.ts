import { refuse } from '@porchlight/errors';
import { sleep, type KeyedMutex } from '@porchlight/runtime';
import { isUniqueConflict, type StoreCall } from '@porchlight/store';
import { type Contacts, listIdentifying } from '../person';

/** Rounds of lookup and write before the call is refused; each lost round means that another write won. */
export const MAX_ROUNDS = 12;
/** Pause after a lost round, multiplied by the number of the round, ms. */
export const BACKOFF_MS = 4;
/**
 * Number of unique-index conflicts tolerated when the lookup finds no conflicting person. The winner of a race is found
 * at once; a claim without a person is a leftover (the embedded development server keeps unique values that an update
 * removed). The person is then created without claims, because a lead must not be lost.
 */
export const MAX_REFUSALS = 3;

/** The identities of a person as keys of the process's mutex. */
export const identityKeys = (accountId: number, contacts: Contacts): string[] =>
  listIdentifying(contacts).map((identity) => `${accountId}:${identity}`);

/** Returned by an attempt whose person was deleted or merged since the lookup. */
export const LOST = Symbol('lost');

/**
 * Finds a person and creates or updates it, so that concurrent calls with the same email or phone create one person: a
 * mutex per identity within the process, the unique index on `claims` across processes. Used by batches, imports and
 * `POST /people?deduplicate=true`; leads (receive-lead.ts) use the same keys, index and limits. `attempt` finds the
 * person itself and is repeated after a lost race; `claiming`: a new person takes claims. Throws UNAVAILABLE after 12
 * rounds.
 */
export const withIdentities = async <T>(
  mutex: KeyedMutex,
  call: StoreCall,
  contacts: Contacts,
  attempt: (claiming: boolean) => Promise<T | typeof LOST>,
): Promise<T> =>
  mutex.run(identityKeys(call.actor.accountId, contacts), call.signal, async () => {
    let refusals = 0;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      call.signal.throwIfAborted();
      try {
        const result = await attempt(refusals < MAX_REFUSALS);
        if (result !== LOST) return result;
      } catch (error) {
        if (!isUniqueConflict(error)) throw error;
        refusals++;
      }
      await sleep(BACKOFF_MS * round, call.signal);
    }
    throw refuse('UNAVAILABLE');
  });
