import { canSeeViewers } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Copies, PersonCopy, UserCopy } from '../ports';

export interface PartyPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
}

/** Checks the people and users that a caller names in a deal. Throws UNKNOWN_REFERENCE that names the unknown ones. */
export interface Parties {
  /** People whom the caller may see. */
  checkPeople(call: StoreCall, ids: readonly number[]): Promise<void>;
  checkUsers(call: StoreCall, ids: readonly number[]): Promise<void>;
}

/** Copies come by the bus: one of a record made a moment ago may need this long, ms. */
const PATIENCE_MS = 1_500;
const PAUSE_MS = 50;
/** Most calls that wait for copies at a time; more are answered by what is here. */
const MAX_WAITING = 100;

/** Makes the checks over local copies; no other service is asked on a write path. */
export const createParties = ({ people, users }: PartyPorts): Parties => {
  let waiting = 0;

  const check = async (
    call: StoreCall,
    ids: readonly number[],
    knownAmong: (accountId: number, ids: readonly number[]) => Promise<number[]>,
    named: { field: string; what: string },
  ): Promise<void> => {
    let missing = [...ids];
    const look = async (): Promise<void> => {
      const known = new Set(await knownAmong(call.actor.accountId, missing));
      missing = missing.filter((id) => !known.has(id));
    };
    await look();
    if (missing.length === 0) return;
    if (waiting < MAX_WAITING) {
      waiting++;
      try {
        for (let waited = 0; missing.length > 0 && waited < PATIENCE_MS; waited += PAUSE_MS) {
          if (!(await sleep(PAUSE_MS, call.signal))) call.signal.throwIfAborted();
          await look();
        }
      } finally {
        waiting--;
      }
    }
    if (missing.length > 0) throw refuse('UNKNOWN_REFERENCE', { ...named, value: missing.join(', ') });
  };

  return {
    checkPeople: (call, ids) =>
      check(
        call,
        ids,
        async (accountId, wanted) =>
          (await people.byIds(accountId, wanted))
            .filter(({ deleted, viewers }) => deleted !== true && canSeeViewers(call.actor, viewers))
            .map(({ recordId }) => recordId),
        { field: 'peopleIds', what: 'a person' },
      ),
    checkUsers: (call, ids) =>
      check(
        call,
        ids,
        async (accountId, wanted) => (await users.byIds(accountId, wanted)).map(({ recordId }) => recordId),
        { field: 'userIds', what: 'a user' },
      ),
  };
};
