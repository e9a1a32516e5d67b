import type { Person } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import { derive, type PersonDocument, withoutDuplicate } from '../person';

type People = Pick<ResourceStore<Person, PersonDocument>, 'count' | 'find' | 'modify'>;

const BATCH = 100;

/** Removes a deleted person from all possible duplicates; a survivor takes its place. */
export const removeDuplicate = async (people: People, call: StoreCall, deletedId: number, instead?: number) => {
  const { accountId } = call.actor;
  const counts = await Promise.all(['visible', 'trashed'].map((kind) => people.count(accountId, `${kind}Duplicates`)));
  // Most accounts have no possible duplicates.
  if (counts.every((count) => count <= 0)) return;
  for (;;) {
    call.signal.throwIfAborted();
    const named = await people.find(call, { hasDuplicates: true, possibleDuplicates: deletedId }, BATCH);
    for (const { id } of named) await removeDuplicateFrom(people, call, id, deletedId, instead);
    if (named.length < BATCH) return;
  }
};

/** Removes one id from the possible duplicates of a person, without a webhook. */
export const removeDuplicateFrom = async (
  people: Pick<People, 'modify'>,
  call: StoreCall,
  personId: number,
  deletedId: number,
  instead?: number,
): Promise<void> => {
  const struck = (before: PersonDocument): PersonDocument | undefined => {
    const after = withoutDuplicate(before, deletedId, instead);
    return after === before ? undefined : derive(after);
  };
  await unlessGone(people.modify(call, personId, struck, { silent: true }));
};
