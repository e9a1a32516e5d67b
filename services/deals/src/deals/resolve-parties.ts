import { canSeeViewers, mayReceive } from '@porchlight/access';
import type { CopyWaits } from '@porchlight/backend';
import { isRefusal, refuse, type Refusal, refuseAll } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { DealCopies } from '../copies';

/** People and users of a deal. */
export interface Named {
  readonly peopleIds: readonly number[];
  readonly userIds: readonly number[];
}

/** Copies of one kind of record. */
interface Kind {
  /** Ids of existing records that the caller may name. */
  knownAmong(call: StoreCall, ids: readonly number[]): Promise<number[]>;
  /** Reads records from the owning service and stores them as copies. */
  fetch(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<void>;
}

/**
 * Creates the checks over local copies; the owning services are only asked for ids that still look unknown after a
 * wait.
 */
export const createParties = ({ people, users, copyWaits }: DealCopies & { readonly copyWaits: CopyWaits }) => {
  const check = async (
    call: StoreCall,
    ids: readonly number[],
    { knownAmong, fetch }: Pick<Kind, 'knownAmong' | 'fetch'>,
    patient: boolean,
    named: { field: string; what: string },
  ): Promise<Refusal[]> => {
    let missing = [...ids];
    const run = async (): Promise<void> => {
      const existingIds = new Set(await knownAmong(call, missing));
      missing = missing.filter((id) => !existingIds.has(id));
      if (missing.length > 0) throw refuse('UNKNOWN_REFERENCE', { ...named, value: missing.join(', ') });
    };
    // An owning service that is unavailable does not change the response: the id is unknown here.
    const ask = (signal: AbortSignal): Promise<void> =>
      fetch(call.actor.accountId, missing, signal).catch(() => undefined);
    try {
      await (patient ? copyWaits.retry(call, { run, ask }) : run());
      return [];
    } catch (error) {
      if (isRefusal(error) && error.reason === 'UNKNOWN_REFERENCE') return [error];
      throw error;
    }
  };

  /** A refusal for the first user who may get nothing new (D13.3). Copies of earlier versions have no status. */
  const checkReceivers = async ({ actor }: StoreCall, ids: readonly number[]): Promise<Refusal[]> => {
    if (ids.length === 0) return [];
    const receivers = await users.byIds(actor.accountId, ids);
    const refused = receivers.find(({ status }) => status !== undefined && !mayReceive({ status }, 'record'));
    return refused
      ? [refuse('USER_NOT_ACTIVE', { field: 'userIds', name: refused.name, status: refused.status! })]
      : [];
  };

  const peopleAmong = async (call: StoreCall, ids: readonly number[]): Promise<number[]> =>
    (await people.byIds(call.actor.accountId, ids))
      .filter(({ viewers }) => canSeeViewers(call.actor, viewers))
      .map(({ recordId }) => recordId);
  const usersAmong = async (call: StoreCall, ids: readonly number[]): Promise<number[]> =>
    (await users.byIds(call.actor.accountId, ids)).map(({ recordId }) => recordId);

  const peopleKind: Kind = {
    knownAmong: peopleAmong,
    fetch: people.fetch,
  };
  const userKind: Kind = {
    knownAmong: usersAmong,
    fetch: users.fetch,
  };

  return {
    /**
     * Throws UNKNOWN_REFERENCE that names the unknown ones, USER_NOT_ACTIVE, or INVALID_BODY for several of these.
     * `patient` waits for copies that may be on their way.
     */
    check: async (call: StoreCall, { peopleIds, userIds }: Named, patient: boolean) => {
      const checked = await Promise.all([
        check(call, peopleIds, peopleKind, patient, { field: 'peopleIds', what: 'a person' }),
        check(call, userIds, userKind, patient, { field: 'userIds', what: 'a user' }),
      ]);
      checked.push(await checkReceivers(call, userIds));
      const [first, ...others] = checked.flat();
      // All problems of a body are reported at once (decisions section 1).
      if (first)
        throw others.length === 0
          ? first
          : refuseAll(
              'INVALID_BODY',
              [first, ...others].map(({ message }) => message),
            );
    },
  };
};

/** Validates the people and users of a deal: people that the caller may see, users of the account. */
export type Parties = ReturnType<typeof createParties>;
