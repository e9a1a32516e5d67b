import { doNamesAgree, isEmail } from '@porchlight/contact';
import { foldText } from '@porchlight/text';
import type { NameParts } from '@porchlight/contact';

/** Only digits and the characters between them, at least seven digits. */
const PHONE = /^\+?(?:[\s().\-/]*\d){7,15}[\s().\-/]*$/u;

/** The full name; empty without parts. */
export const formatFullName = ({ firstName, lastName }: NameParts): string => `${firstName} ${lastName}`.trim();

/** True for a name that is only an email or a phone: it counts as missing (D13.2). */
export const isContactName = (names: NameParts): boolean => {
  const name = formatFullName(names);
  return isEmail(name) || PHONE.test(name);
};

/** The names without those that are only an email or a phone. */
const realNames = <N extends NameParts>(names: N): NameParts =>
  isContactName(names) ? { firstName: '', lastName: '' } : { firstName: names.firstName, lastName: names.lastName };

const fits = (stored: string, sent: string): boolean => stored === '' || doNamesAgree(stored, sent);

/**
 * The names of a known person after a lead: a missing part is filled only if the other part agrees or is missing too
 * (D13.2), so that names of two people are never mixed.
 */
export const fillNames = (stored: NameParts, sent: NameParts): NameParts => {
  const before = realNames(stored);
  const { firstName, lastName } = before;
  const isFillable = formatFullName(sent) !== '';
  if (!isFillable) return { firstName: stored.firstName, lastName: stored.lastName };
  return {
    firstName: firstName === '' && fits(lastName, sent.lastName) ? sent.firstName : firstName,
    lastName: lastName === '' && fits(firstName, sent.firstName) ? sent.lastName : lastName,
  };
};

/**
 * The names of the survivor of a merge: a user decided that both are one person, so a part is also filled if the other
 * person has no other part.
 */
export const uniteNames = (survivor: NameParts, loser: NameParts): NameParts => {
  const others = realNames(loser);
  const isPart = (others.firstName === '') !== (others.lastName === '');
  if (!isPart || isContactName(survivor)) return fillNames(survivor, others);
  return {
    firstName: survivor.firstName || others.firstName,
    lastName: survivor.lastName || others.lastName,
  };
};

/**
 * The name that a lead sent if the person does not have it: its full name does not agree with that of the person.
 * Undefined if the person has it, and if the lead has no name.
 */
export const findForeignName = (person: NameParts, sent: NameParts): string | undefined => {
  const name = formatFullName(sent);
  if (name === '' || doNamesAgree(formatFullName(person), name)) return undefined;
  const isCovered = (['firstName', 'lastName'] as const).every(
    (part) => sent[part] === '' || doNamesAgree(person[part], sent[part]),
  );
  return isCovered ? undefined : name;
};

/** The form in which sent names are remembered. */
export const sentNameKey = (name: string): string => foldText(name);
