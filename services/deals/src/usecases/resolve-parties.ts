import { canSeeViewers } from '@porchlight/access';
import { awaitNews } from '@porchlight/backend';
import { refuse, type Refusal } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Copies, PersonCopy, UserCopy } from '../ports';

export interface PartyPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Who is named in a deal. */
export interface Named {
  readonly peopleIds: readonly number[];
  readonly userIds: readonly number[];
}

/** Checks the people and users that a caller names in a deal: people whom the caller may see, users of the account. */
export interface Parties {
  /** Throws UNKNOWN_REFERENCE that names the unknown ones, INVALID_BODY for those of both fields; `patient` waits a moment for copies that are still on their way. */
  check(call: StoreCall, named: Named, patient: boolean): Promise<void>;
}

/** Most calls that wait for copies at a time; more are answered by what is here. */
const MAX_WAITING = 100;

/** Makes the checks over local copies; no other service is asked on a write path. */
export const createParties = ({ people, users, clock }: PartyPorts): Parties => {
  let waiting = 0;

  const check = async (
    call: StoreCall,
    ids: readonly number[],
    knownAmong: (call: StoreCall, ids: readonly number[]) => Promise<number[]>,
    patient: boolean,
    named: { field: string; what: string },
  ): Promise<Refusal[]> => {
    let missing = [...ids];
    const look = async (): Promise<void> => {
      const known = new Set(await knownAmong(call, missing));
      missing = missing.filter((id) => !known.has(id));
    };
    await look();
    if (missing.length > 0 && patient && waiting < MAX_WAITING) {
      waiting++;
      try {
        await awaitNews(look, () => missing.length === 0, { clock, signal: call.signal });
      } finally {
        waiting--;
      }
    }
    return missing.length > 0 ? [refuse('UNKNOWN_REFERENCE', { ...named, value: missing.join(', ') })] : [];
  };

  const peopleAmong = async (call: StoreCall, ids: readonly number[]): Promise<number[]> =>
    (await people.byIds(call.actor.accountId, ids))
      .filter(({ deleted, viewers }) => deleted !== true && canSeeViewers(call.actor, viewers))
      .map(({ recordId }) => recordId);
  const usersAmong = async (call: StoreCall, ids: readonly number[]): Promise<number[]> =>
    (await users.byIds(call.actor.accountId, ids)).map(({ recordId }) => recordId);

  return {
    check: async (call, { peopleIds, userIds }, patient) => {
      const checked = await Promise.all([
        check(call, peopleIds, peopleAmong, patient, { field: 'peopleIds', what: 'a person' }),
        check(call, userIds, usersAmong, patient, { field: 'userIds', what: 'a user' }),
      ]);
      const [first, ...others] = checked.flat();
      // All problems of a body are reported at once (decisions section 1).
      if (first) throw others.length === 0 ? first : refuse('INVALID_BODY', { problems: [first, ...others].map(({ message }) => message).join(' ') });
    },
  };
};
