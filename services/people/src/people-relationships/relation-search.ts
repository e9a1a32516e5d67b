import { isDeepStrictEqual } from 'node:util';
import { unlessGone } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { PeopleRelationship } from '@porchlight/contracts';
import type { People } from '../people';
import { derive, type PersonDocument, type Searched } from '../person';
import type { RelationshipDocument } from './relationships-strategy';

/** The store of relationships. */
export type Relationships = ResourceStore<PeopleRelationship, RelationshipDocument>;

/** Searches of people compare their relationships too (D12.4): each person has a copy of what they compare. */
export interface RelationSearch {
  /** Copies the relationships of a person, or of the survivor of its merge, to that person. May be repeated. */
  refresh(call: StoreCall, personId: number): Promise<void>;
  /** Ids of these people whose copy differs from their relationships. */
  findDrift(call: StoreCall, people: readonly PersonDocument[]): Promise<number[]>;
}

/** Emails and phones of one relationship that searches compare. */
const MAX_CONTACTS = 10;
/** Longest chain of merges that is followed. */
const MAX_HOPS = 10;
/** Relationships that are in memory at once. */
const MAX_PAGE = 5_000;

const toSearched = ({ name, emails, phones }: RelationshipDocument): Searched => ({
  name,
  emails: emails.slice(0, MAX_CONTACTS).map(({ value }) => value),
  phones: phones.slice(0, MAX_CONTACTS).map(({ normalized }) => normalized),
});

const copy = ({ name, emails, phones }: Searched) => ({ name, emails: [...emails], phones: [...phones] });

const isCurrent = ({ relations = [] }: PersonDocument, searched: readonly Searched[]): boolean =>
  isDeepStrictEqual(relations, searched.map(copy));

/**
 * Reads the relationships inside the guarded write of the person, so that of two refreshes the later one has both
 * records.
 */
export const createRelationSearch = ({
  people,
  relationships,
}: Pick<People, 'people'> & { readonly relationships: Pick<Relationships, 'find'> }): RelationSearch => {
  const findOf = async (call: StoreCall, personId: number): Promise<Searched[]> =>
    (await relationships.find(call, { personId }, LIMITS.personRelationships.value)).map(toSearched);

  return {
    async refresh({ actor, signal }, personId) {
      const call = systemCall(actor.accountId, signal);
      let next: number | undefined = personId;
      for (let hops = 0; next !== undefined && hops < MAX_HOPS; hops++) {
        let into: number | undefined;
        const change = async (person: PersonDocument): Promise<PersonDocument | undefined> => {
          into = person.mergedInto;
          if (into !== undefined) return undefined;
          const searched = await findOf(call, person.id);
          if (isCurrent(person, searched)) return undefined;
          const { relations: _former, ...rest } = person;
          return derive(searched.length === 0 ? rest : { ...rest, relations: searched.map(copy) });
        };
        await unlessGone(people.modify(call, next, change, { silent: true }));
        next = into;
      }
    },
    async findDrift(call, page) {
      const ids = page.map(({ id }) => id);
      if (ids.length === 0) return [];
      const between = { $gt: Math.min(...ids) - 1, $lt: Math.max(...ids) + 1 };
      const documents = await relationships.find(call, { personId: between }, MAX_PAGE);
      // Too many to compare at once: each refresh compares those of one person.
      if (documents.length === MAX_PAGE) return ids;
      const byPerson = Map.groupBy(documents, ({ personId }) => personId);
      return page
        .filter((person) => !isCurrent(person, (byPerson.get(person.id) ?? []).map(toSearched)))
        .map(({ id }) => id);
    },
  };
};

/** The store of relationships whose writes refresh the person. A crash in between is repaired by a recount. */
export const withRelationSearch = (store: Relationships, search: RelationSearch): Relationships => ({
  ...store,
  create: async (call, ...rest) => {
    const created = await store.create(call, ...rest);
    await search.refresh(call, created.document.personId);
    return created;
  },
  update: async (call, ...rest) => {
    const updated = await store.update(call, ...rest);
    await search.refresh(call, updated.after.personId);
    return updated;
  },
  remove: async (call, ...rest) => {
    const removed = await store.remove(call, ...rest);
    await search.refresh(call, removed.personId);
    return removed;
  },
});
