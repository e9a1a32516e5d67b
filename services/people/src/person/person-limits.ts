import { refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { PersonCore } from './person-document';
import { tagBytes } from './contacts';

/** Maximum number of entries of a person, the limit of a request body; a lead adds entries up to it. */
export const MAX_CONTACTS = LIMITS.personContacts.value;

type Sized = Pick<PersonCore, 'tags' | 'emails' | 'phones' | 'addresses' | 'collaboratorIds'>;

interface Size {
  readonly field: string;
  readonly limit: number;
  readonly unit: string;
  readonly of: (person: Sized) => number;
}

const SIZES: readonly Size[] = [
  { field: 'tags', limit: LIMITS.personTags.value, unit: 'entries', of: ({ tags }) => tags.length },
  { field: 'tags', limit: LIMITS.personTagBytes.value, unit: 'bytes', of: ({ tags }) => tagBytes(tags) },
  { field: 'emails', limit: MAX_CONTACTS, unit: 'entries', of: ({ emails }) => emails.length },
  { field: 'phones', limit: MAX_CONTACTS, unit: 'entries', of: ({ phones }) => phones.length },
  { field: 'addresses', limit: MAX_CONTACTS, unit: 'entries', of: ({ addresses }) => addresses.length },
  {
    field: 'collaborators',
    limit: LIMITS.personCollaborators.value,
    unit: 'entries',
    of: ({ collaboratorIds }) => collaboratorIds.length,
  },
];

/**
 * Checks the size of a person before it is written, so that its change always fits into one message of the bus.
 * A person that is over a limit already may change as long as the field does not grow. Throws INVALID_BODY with the
 * field, the limit and the size sent.
 */
export const checkPersonLimits = (after: Sized, before?: Sized): void => {
  const problems = SIZES.flatMap(({ field, limit, unit, of }) => {
    const size = of(after);
    if (size <= limit || (before && size <= of(before))) return [];
    return [`Field '${field}' would have ${size} ${unit}; a person has at most ${limit}. Remove some first.`];
  });
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
};
