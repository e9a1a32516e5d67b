import { invalidBody } from '@porchlight/errors';
import { afterFirstName, beforeLastName, type NameParts, splitFullName } from '@porchlight/contact';
import { cleanName } from '@porchlight/text';
import { findDisplayName } from './contacts';
import { NAME_PART_MAX } from './person-name';

/** Names as a caller gave them; null and empty text are the same. */
export interface GivenNames {
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The name beside an email is used where no name is given (D13.1). */
  readonly emails?: readonly { readonly value: string }[];
}

/**
 * Names of a new person: given parts take precedence, `name` fills missing ones. With `Mary Ann` as first name, `Mary
 * Ann Smith` gives `Smith`.
 */
export const prepareNewNames = (sent: GivenNames): NameParts => {
  const firstName = cleanName(sent.firstName ?? '');
  const lastName = cleanName(sent.lastName ?? '');
  const name = cleanName(sent.name ?? '') || (firstName || lastName ? '' : findDisplayName(sent.emails ?? []));
  if (!name || (firstName && lastName)) return { firstName, lastName };
  if (firstName) return { firstName, lastName: afterFirstName(name, firstName) };
  if (lastName) return { firstName: beforeLastName(name, lastName), lastName };
  return splitFullName(name);
};

const NAME_FIELDS = ['name', 'firstName', 'lastName'] as const;

/**
 * Names after an update: parts take precedence over `name`; unchanged values have no effect. A person without a name
 * gets the one beside an email, if no name is given (D13.1).
 */
export const prepareChangedNames = (
  before: NameParts & { readonly name: string },
  sent: GivenNames,
  mask: ReadonlySet<string>,
): NameParts => {
  const firstName = mask.has('firstName') ? cleanName(sent.firstName ?? '') : before.firstName;
  const lastName = mask.has('lastName') ? cleanName(sent.lastName ?? '') : before.lastName;
  if (!NAME_FIELDS.some((field) => mask.has(field)) && firstName === '' && lastName === '')
    return splitFullName(cleanName(findDisplayName(sent.emails ?? [])));
  const partsChanged = firstName !== before.firstName || lastName !== before.lastName;
  if (partsChanged || !mask.has('name') || (sent.name ?? '') === before.name) return { firstName, lastName };
  return splitFullName(cleanName(sent.name ?? ''));
};

/** Refuses names whose parts exceed their fields: clients could not send them back. */
export const checkNames = (parts: NameParts): NameParts => {
  if (parts.firstName.length > NAME_PART_MAX || parts.lastName.length > NAME_PART_MAX)
    throw invalidBody(
      `Field 'name' must split into a first and a last name of at most ${NAME_PART_MAX} characters each.`,
    );
  return parts;
};
