import { people, type CustomField } from '@porchlight/contracts';
import { customFieldRules, type CustomField as StoredField } from '@porchlight/custom-fields';
import { column, type Columns, type Document, type Index, type StoreCall, type Strategy } from '@porchlight/store';

export const customFieldColumns = {
  labelKey: column.text,
  renamed: column.optional(column.listOf(column.nested({ from: column.text, to: column.text }))),
} satisfies Columns;

/** A custom field of people as stored. */
export interface CustomFieldDocument extends Document, StoredField {}

/** Custom fields are found by label. */
export const CUSTOM_FIELD_INDEXES: readonly Index[] = [{ keys: { labelKey: 1, id: 1 } }];

/** The rules of custom fields (decisions section 6). */
export const createCustomFieldsStrategy = (
  loadFields: (call: StoreCall) => Promise<readonly CustomFieldDocument[]>,
): Strategy<CustomField, CustomFieldDocument> => customFieldRules(people, loadFields);
