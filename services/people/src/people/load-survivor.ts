import { isNotFound, refuse } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { PersonDocument } from '../person';
import type { People } from './people-parts';
import type { MergingCall } from './people-strategy';

/** Longest chain of merges that is followed. */
export const MAX_HOPS = 100;

/** Where the survivor of a merged person is found. */
export interface Survivors extends Pick<People, 'merges'> {
  readonly people: Pick<People['people'], 'load'>;
}

/** A call of the service that also sees people who are being merged. */
export const mergingCall = (accountId: number, signal: AbortSignal): MergingCall => ({
  ...systemCall(accountId, signal),
  merges: true,
});

/** The survivor of a merged person, at the end of the chain. People who are being merged count. */
export const loadSurvivor = async (
  { people, merges }: Survivors,
  call: StoreCall,
  deletedId: number,
): Promise<PersonDocument | undefined> => {
  let id: number | undefined = deletedId;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    id = await merges.findSurvivor(call.actor.accountId, id);
    if (id === undefined) return undefined;
    const person = await people.load(call, id);
    if (person) return person;
  }
  return undefined;
};

/** The error for a merged person: MERGED if the caller may see the survivor, otherwise NOT_FOUND. */
export const absence = async (survivors: Survivors, call: StoreCall, id: number): Promise<Error> => {
  const survivor = await loadSurvivor(survivors, call, id);
  return survivor ? refuse('MERGED', { mergedInto: survivor.id }) : refuse('NOT_FOUND', { what: 'person' });
};

type Handler<Q, A, C> = (request: Q, call: C) => Promise<A>;

/** Wraps handlers of one person: the error for a person that was merged names the survivor. */
export const withMergedInto =
  (survivors: Survivors) =>
  <Q extends { id: number }, A, C extends StoreCall>(handler: Handler<Q, A, C>): Handler<Q, A, C> =>
  async (request, call) => {
    try {
      return await handler(request, call);
    } catch (error) {
      if (isNotFound(error)) throw await absence(survivors, call, request.id);
      throw error;
    }
  };
