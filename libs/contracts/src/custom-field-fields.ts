import { LIMITS } from '@porchlight/limits';
import { bool, inputOnly, int, list, oneOf, readOnly, required, str, textMap, writable } from '@porchlight/resource';

/** Types of values of a custom field. */
export const CUSTOM_FIELD_TYPES = ['date', 'text', 'dropdown', 'number'] as const;

/** Fields of a custom field, for people and deals (specification: Custom field; decisions section 6). */
export const customFieldFields = {
  label: required(str({ min: 1 })),
  name: readOnly(str()),
  type: required(oneOf(CUSTOM_FIELD_TYPES)),
  isRecurring: writable(bool(), { nullable: false, fallback: false }),
  choices: writable(list(str({ min: 1 }), LIMITS.customFieldChoices.value)),
  orderWeight: writable(int({ min: 0 }), { nullable: false }),
  hideIfEmpty: writable(bool(), { nullable: false, fallback: false }),
  // A hint to clients that users should not change the values; the API does not enforce it.
  readOnly: writable(bool(), { nullable: false, fallback: false }),
  dropdownChoiceMap: inputOnly(textMap(LIMITS.customFieldChoices.value)),
} as const;

/** Sort names of custom fields, for people and deals. */
export const customFieldSorts = {
  id: { column: 'id' },
  orderWeight: { column: 'orderWeight' },
  name: { column: 'name' },
} as const;
