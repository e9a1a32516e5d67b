import { canSeeViewers, seesWholeAccount } from '@porchlight/access';
import type { StoreCall } from '@porchlight/store';
import { viewersOf, type PersonDocument } from './person-document';

/** A call that reads stored possible duplicates, including deleted people. */
export interface DuplicatesCall extends StoreCall {
  readonly allDuplicates?: boolean;
}

const isUnlimited = (call: StoreCall): boolean =>
  seesWholeAccount(call.actor) || (call as DuplicatesCall).allDuplicates === true;

/** Possible duplicates of people, without the ids that the caller may not see. */
export const createVisibleDuplicates = (
  findByIds: (call: StoreCall, ids: readonly number[]) => Promise<PersonDocument[]>,
) => {
  const known = new WeakMap<StoreCall, Set<number>>();
  return {
    /** Looks up which duplicates of one page the caller may see: at most 50 for each of 100 people. */
    async prepare(documents: readonly PersonDocument[], call: StoreCall): Promise<void> {
      if (isUnlimited(call)) return;
      const ids = [...new Set(documents.flatMap(({ possibleDuplicates = [] }) => possibleDuplicates))];
      if (ids.length === 0) return;
      const visible = known.get(call) ?? new Set<number>();
      known.set(call, visible);
      for (const person of await findByIds(call, ids))
        if (canSeeViewers(call.actor, viewersOf(person))) visible.add(person.id);
    },
    visible({ possibleDuplicates = [] }: PersonDocument, call: StoreCall): readonly number[] {
      return isUnlimited(call) ? possibleDuplicates : possibleDuplicates.filter((id) => known.get(call)?.has(id));
    },
  };
};
