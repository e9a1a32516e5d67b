import { canSeeViewers } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Person } from '@porchlight/contracts';
import { type Contacts, isMatch, listIdentifying, type PersonDocument, listViewers } from '../person';

type People = Pick<ResourceStore<Person, PersonDocument>, 'findBy' | 'load'>;

/** Maximum number of people read per identity: hundreds may share the phone of an office. */
const MAX_MATCHES = 50;
/** Number of people read first, because every lead with that phone pays for it. */
const FEW_MATCHES = 8;

/**
 * Finds people of the account that any of these emails and phones identify, regardless of visibility, a few of each.
 * The first value that matches decides, emails before phones; among equals those not in Trash first, then the lowest id
 * (D13.1).
 */
export const findKnownPeople = async (people: People, call: StoreCall, contacts: Contacts) => {
  const keys = listIdentifying(contacts);
  const few = await Promise.all(keys.map((key) => people.findBy(call, 'identities', key, FEW_MATCHES)));
  // All people read are in Trash or have other extensions; a person beyond the limit may match.
  const isOpen = (matches: readonly PersonDocument[], key: string): boolean =>
    matches.length === FEW_MATCHES && matches.every((person) => person.trashed || !isMatch(person, contacts, key));
  const byIdentity = few.map((one, nth) =>
    isOpen(one, keys[nth]!) ? people.findBy(call, 'identities', keys[nth]!, MAX_MATCHES) : one,
  );
  const matches = (person: PersonDocument, key: string): boolean => isMatch(person, contacts, key);
  return choose(people, call, keys, (await Promise.all(byIdentity)).flat(), matches);
};

/** All people with one of these identities, at most 50 of each, in the order of `findKnownPeople`. */
export const findByIdentities = async (people: People, call: StoreCall, identities: readonly string[]) => {
  const byIdentity = await Promise.all(identities.map((one) => people.findBy(call, 'identities', one, MAX_MATCHES)));
  return choose(people, call, identities, byIdentity.flat());
};

/** The person with these contacts that a deduplicating create returns. Throws CONFLICT if the caller may not see it. */
export const findVisibleKnown = async (people: People, call: StoreCall, contacts: Contacts) => {
  const [person] = await findKnownPeople(people, call, contacts);
  if (person && !canSeeViewers(call.actor, listViewers(person)))
    throw refuse('CONFLICT', {
      message: 'A person with this email or phone exists already and is not among those you may see.',
    });
  return person;
};

const choose = async (
  people: People,
  call: StoreCall,
  identities: readonly string[],
  documents: readonly PersonDocument[],
  isMeant: (person: PersonDocument, identity: string) => boolean = () => true,
): Promise<PersonDocument[]> => {
  const distinct = new Map(documents.map((person) => [person.id, person]));
  const matches = orderMatches([...distinct.values()], identities, isMeant);
  return matches.some(({ mergedInto }) => mergedInto !== undefined) ? replaceMerged(people, call, matches) : matches;
};

/** Replaces people who are being merged by their survivors. */
const replaceMerged = async (people: People, call: StoreCall, matches: readonly PersonDocument[]) => {
  const asService = systemCall(call.actor.accountId, call.signal);
  const survivors = await Promise.all(
    matches.map((person) => (person.mergedInto === undefined ? person : people.load(asService, person.mergedInto))),
  );
  const distinct = new Map(survivors.flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return [...distinct.values()];
};

/** Orders people by the first identity that they match. */
const orderMatches = (
  matches: readonly PersonDocument[],
  identities: readonly string[],
  isMeant: (person: PersonDocument, identity: string) => boolean,
): PersonDocument[] => {
  const rank = (person: PersonDocument): number =>
    identities.findIndex((identity) => person.identities.includes(identity) && isMeant(person, identity));
  return matches
    .map((person) => ({ person, rank: rank(person) }))
    .filter(({ rank: at }) => at >= 0)
    .sort((a, b) => a.rank - b.rank || Number(a.person.trashed) - Number(b.person.trashed) || a.person.id - b.person.id)
    .map(({ person }) => person);
};
