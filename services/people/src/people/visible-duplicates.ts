import { canSeeViewers, seesWholeAccount } from '@porchlight/access';
import type { StoreCall } from '@porchlight/store';
import { type PersonDocument, listViewers } from '../person';

/** A call that reads stored possible duplicates, including deleted people. */
export interface DuplicatesCall extends StoreCall {
  readonly allDuplicates?: boolean;
}

const isUnlimited = (call: StoreCall): boolean =>
  seesWholeAccount(call.actor) || (call as DuplicatesCall).allDuplicates === true;

/**
 * Loads which possible duplicates of people the caller may see: at most 50 for each of 100 people. Returns a check of
 * ids.
 */
export const loadVisibleDuplicates = async (
  findByIds: (call: StoreCall, ids: readonly number[]) => Promise<PersonDocument[]>,
  documents: readonly PersonDocument[],
  call: StoreCall,
): Promise<(id: number) => boolean> => {
  if (isUnlimited(call)) return () => true;
  const ids = [...new Set(documents.flatMap(({ possibleDuplicates = [] }) => possibleDuplicates))];
  const found = ids.length === 0 ? [] : await findByIds(call, ids);
  const visible = new Set(found.filter((person) => canSeeViewers(call.actor, listViewers(person))).map(({ id }) => id));
  return (id) => visible.has(id);
};
