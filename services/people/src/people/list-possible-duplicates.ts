import { canSeeViewers, seesWholeAccount } from '@porchlight/access';
import type { ListPossibleDuplicatesRequest, Person } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import { HAS_DUPLICATES } from './people-filters';
import { type PersonDocument, listViewers } from '../person';
import { removeDuplicateFrom } from './remove-duplicate';

/** A call that reads stored possible duplicates, including deleted people. */
interface DuplicatesCall extends StoreCall {
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
  const others = ids.length === 0 ? [] : await findByIds(call, ids);
  const visible = new Set(
    others.filter((person) => canSeeViewers(call.actor, listViewers(person))).map(({ id }) => id),
  );
  return (id) => visible.has(id);
};

/** Maximum number of repeated lists after stale duplicates were removed. */
const MAX_ROUNDS = 5;

/**
 * Lists people with possible duplicates (decisions section 4). Returns only duplicates that exist and that the caller
 * may see. People whose duplicates were all deleted are removed from the list.
 */
export const listPossibleDuplicates =
  (people: ResourceStore<Person, PersonDocument>) =>
  async ({ query = FIRST_PAGE }: ListPossibleDuplicatesRequest, call: StoreCall) => {
    const { actor } = call;
    const filters = [...query.filters, { name: HAS_DUPLICATES, values: ['true'] }];
    const asStored: DuplicatesCall = { actor, signal: call.signal, allDuplicates: true };
    for (let round = 1; ; round++) {
      const list = await people.list(asStored, { ...query, filters });
      const existing = await loadKnown(people, call, list.records);
      const stale = list.records.filter((record) => !record.possibleDuplicateIds.some((id) => existing.has(id)));
      if (stale.length === 0 || round === MAX_ROUNDS) {
        const mayName = (id: number): boolean => {
          const person = existing.get(id);
          return person !== undefined && canSeeViewers(actor, listViewers(person));
        };
        const records = list.records.map((record) => ({
          ...record,
          possibleDuplicateIds: record.possibleDuplicateIds.filter(mayName),
        }));
        return { records, page: list.page };
      }
      const service = systemCall(actor.accountId, call.signal);
      for (const { id, possibleDuplicateIds } of stale)
        for (const gone of possibleDuplicateIds) await removeDuplicateFrom(people, service, id, gone);
    }
  };

/** Loads the existing duplicates of one page. */
const loadKnown = async (
  people: ResourceStore<Person, PersonDocument>,
  { actor, signal }: StoreCall,
  records: readonly Person[],
): Promise<Map<number, PersonDocument>> => {
  const ids = [...new Set(records.flatMap(({ possibleDuplicateIds }) => possibleDuplicateIds))];
  const service = systemCall(actor.accountId, signal);
  const documents = await Promise.all(ids.map((id) => people.load(service, id)));
  return new Map(documents.flatMap((person) => (person ? [[person.id, person] as const] : [])));
};
