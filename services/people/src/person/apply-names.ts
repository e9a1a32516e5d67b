import { refuse } from '@porchlight/errors';
import { NAME_PART_MAX, splitName, type NameParts } from './person-name';

/** Names as a caller gave them; null and empty text are the same. */
export interface GivenNames {
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

const fold = (text: string): string => text.toLowerCase();

/**
 * Names of a new person: given parts take precedence, `name` fills missing ones. With `Mary Ann` as first name, `Mary
 * Ann Smith` gives `Smith`.
 */
export const prepareNewNames = (given: GivenNames): NameParts => {
  const name = (given.name ?? '').trim();
  const firstName = (given.firstName ?? '').trim();
  const lastName = (given.lastName ?? '').trim();
  if (!name || (firstName && lastName)) return { firstName, lastName };
  if (firstName)
    return { firstName, lastName: startsWithWord(name, firstName) ? name.slice(firstName.length).trim() : '' };
  if (lastName)
    return { firstName: endsWithWord(name, lastName) ? name.slice(0, -lastName.length).trim() : '', lastName };
  return splitName(name);
};

const startsWithWord = (text: string, word: string): boolean => fold(text).startsWith(`${fold(word)} `);
const endsWithWord = (text: string, word: string): boolean => fold(text).endsWith(` ${fold(word)}`);

/** Names after an update: parts take precedence over `name`; unchanged values have no effect. */
export const prepareChangedNames = (
  before: NameParts & { readonly name: string },
  given: GivenNames,
  mask: ReadonlySet<string>,
): NameParts => {
  const firstName = mask.has('firstName') ? (given.firstName ?? '').trim() : before.firstName;
  const lastName = mask.has('lastName') ? (given.lastName ?? '').trim() : before.lastName;
  const partsChanged = firstName !== before.firstName || lastName !== before.lastName;
  if (partsChanged || !mask.has('name') || (given.name ?? '') === before.name) return { firstName, lastName };
  return splitName(given.name ?? '');
};

/** Refuses names whose parts exceed their fields: clients could not send them back. */
export const checkNames = (parts: NameParts): NameParts => {
  if (parts.firstName.length > NAME_PART_MAX || parts.lastName.length > NAME_PART_MAX)
    throw refuse('INVALID_BODY', {
      problems: `Field 'name' must split into a first and a last name of at most ${NAME_PART_MAX} characters each.`,
    });
  return parts;
};
