export {
  applyCustomValues,
  customFacetsOf,
  facetsOfFilter,
  readCustomValues,
  shownCustomValues,
} from './custom-values';
export type { CustomChanges, CustomDefinition, CustomValue, CustomValues } from './custom-values';
export { changedCustomField, fieldKey, newCustomField, refuseTwin, twinName } from './custom-field';
export { labelCondition, MAX_CUSTOM_FIELDS, shownCustomField } from './custom-field';
export type { CoreNames, CustomField, CustomFieldInput, KnownField } from './custom-field';
