export {
  applyCustomValues,
  formatCustomFacets,
  facetsOfFilter,
  readCustomValues,
  shownCustomValues,
  sortFieldOfCustom,
} from './custom-values';
export type { CustomChanges, CustomDefinition, CustomReading, CustomValue, CustomValues } from './custom-values';
export { fieldKey } from './field-key';
export { MAX_CUSTOM_FIELDS } from './custom-field';
export type { CoreNames, CustomField, CustomFieldInput, KnownField } from './custom-field';
export { customFieldRules } from './custom-field-rules';
