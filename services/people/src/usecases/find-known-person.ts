import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { Person } from '@porchlight/contracts';
import { claimsOf, type Contacts } from '../rules/identity';
import type { PersonDocument } from '../rules/person-document';

type People = Pick<ResourceStore<Person, PersonDocument>, 'findBy'>;

/** Most people looked at who share an identity. */
const MAX_MATCHES = 50;

/**
 * People of the account with any of these e-mails and phones, whoever may see them. First those matched by e-mail (in the
 * order the e-mails were given), then by phone; among equals those not in Trash, then the oldest (decisions section 4).
 */
export const findKnownPeople = async (
  people: People,
  call: StoreCall,
  contacts: Contacts,
): Promise<PersonDocument[]> => {
  const claims = claimsOf(contacts);
  if (claims.length === 0) return [];
  const found = await Promise.all(claims.map((claim) => people.findBy(call, 'identities', claim, MAX_MATCHES)));
  const distinct = new Map(found.flat().map((person) => [person.id, person]));
  return orderMatches([...distinct.values()], claims);
};

/** Orders people by how well they match the claims, e-mails first. */
export const orderMatches = (found: readonly PersonDocument[], claims: readonly string[]): PersonDocument[] => {
  const rank = (person: PersonDocument): number => claims.findIndex((claim) => person.identities.includes(claim));
  return found
    .map((person) => ({ person, rank: rank(person) }))
    .filter(({ rank: at }) => at >= 0)
    .sort((a, b) => a.rank - b.rank || Number(a.person.trashed) - Number(b.person.trashed) || a.person.id - b.person.id)
    .map(({ person }) => person);
};
