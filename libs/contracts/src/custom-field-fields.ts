import { LIMITS } from '@porchlight/limits';
import { bool, inputOnly, int, list, oneOf, readOnly, required, str, textMap, writable } from '@porchlight/resource';

/** What values a custom field takes. */
export const CUSTOM_FIELD_TYPES = ['date', 'text', 'dropdown', 'number'] as const;

/** Fields of a custom field, of people and on deals alike (specification: Custom field; decisions section 6). */
export const customFieldFields = {
  label: required(str({ min: 1 })),
  name: readOnly(str()),
  type: required(oneOf(CUSTOM_FIELD_TYPES)),
  isRecurring: writable(bool(), { nullable: false, fallback: false }),
  choices: writable(list(str({ min: 1 }), LIMITS.customFieldChoices.value)),
  orderWeight: writable(int({ min: 0 }), { nullable: false }),
  hideIfEmpty: writable(bool(), { nullable: false, fallback: false }),
  // Says to clients that users should not change the values; the API does not enforce it.
  readOnly: writable(bool(), { nullable: false, fallback: false }),
  dropdownChoiceMap: inputOnly(textMap(LIMITS.customFieldChoices.value)),
} as const;

/** Sort names of custom fields, on people and on deals alike. */
export const customFieldSorts = { id: { on: 'id' }, orderWeight: { on: 'orderWeight' }, name: { on: 'name' } } as const;
