import { LIMITS } from '@porchlight/limits';
import {
  bool,
  type Codec,
  inputOnly,
  int,
  list,
  oneOf,
  readOnly,
  required,
  str,
  textMap,
  writable,
} from '@porchlight/resource';

const positions = list(int({ min: 0 }), LIMITS.customFieldChoices.value);
/**
 * New names of choices: an object (former name to new name), or an array that has at the former position of a choice
 * its new position from 0 (D13.10). No choice has an empty name, so that the map holds the array under it, as JSON.
 */
const choiceMap = (max: number): Codec<Record<string, string>> => {
  const names = textMap(max);
  return {
    ...names,
    read(value, path, problems) {
      if (Array.isArray(value)) {
        const read = positions.read(value, path, problems);
        return read && { '': JSON.stringify(read) };
      }
      const read = names.read(value, path, problems);
      if (read && Object.hasOwn(read, '')) problems.push(`Field '${path}' must not have an empty name of a choice.`);
      return read;
    },
    // One JSON type for client generators; the array is accepted too.
    takes: names.takes,
  };
};

/** Types of values of a custom field. */
export const CUSTOM_FIELD_TYPES = ['date', 'text', 'dropdown', 'number'] as const;
const CUSTOM_FIELD_TYPES_MEANINGS = {
  date: 'A day.',
  text: 'Any text.',
  dropdown: 'One of the choices.',
  number: 'A number.',
} as const;

/** Fields of a custom field, for people and deals (specification: Custom field; decisions section 6). */
export const customFieldFields = {
  label: required(str({ min: 1 })),
  name: readOnly(str()),
  type: required(oneOf(CUSTOM_FIELD_TYPES, { describe: CUSTOM_FIELD_TYPES_MEANINGS })),
  isRecurring: writable(bool(), { nullable: false, fallback: false }),
  choices: writable(list(str({ min: 1 }), LIMITS.customFieldChoices.value)),
  orderWeight: writable(int({ min: 0 }), { nullable: false }),
  hideIfEmpty: writable(bool(), { nullable: false, fallback: false }),
  // A hint to clients that users should not change the values; the API does not enforce it.
  readOnly: writable(bool(), { nullable: false, fallback: false }),
  dropdownChoiceMap: inputOnly(choiceMap(LIMITS.customFieldChoices.value)),
} as const;

/** The meaning of these fields for people who use the API. */
export const customFieldTexts = {
  label: 'Name of the field as users see it.',
  name: 'Key of the field in records, for example customPets. It follows from the label and does not change.',
  type: 'Type of the values.',
  isRecurring: 'True if the date recurs every year.',
  choices: 'Values to choose from; only of type dropdown.',
  hideIfEmpty: 'True: hide the field in pages if it has no value.',
  readOnly: 'True: a hint to clients not to let users change the values.',
  dropdownChoiceMap:
    'New names of choices, as an object of former and new names. Records get the new names. An array of new positions is accepted too.',
} as const;

/** Rules of the custom fields of people, and of those of deals. */
export const customFieldRecords = { maxPerAccount: LIMITS.customFields.value, ordered: 'last' } as const;

/** Sort names of custom fields, for people and deals. */
export const customFieldSorts = {
  id: { column: 'id' },
  orderWeight: { column: 'orderWeight' },
  name: { column: 'name' },
} as const;
