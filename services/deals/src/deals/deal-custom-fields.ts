import { deals, type DealCustomField } from '@porchlight/contracts';
import { customFieldRules, type CustomDefinition, type CustomField as StoredField } from '@porchlight/custom-fields';
import { column, type Columns, type Document, type Index, type StoreCall, type Strategy } from '@porchlight/store';

export const customFieldColumns = {
  labelKey: column.text,
  renamed: column.optional(column.listOf(column.nested({ from: column.text, to: column.text }))),
} satisfies Columns;

/** A custom field of deals as stored. */
export interface DealCustomFieldDocument extends Document, StoredField {}

/** Prevents two replicas from creating one name concurrently; names never change, so updates free none. */
export const CUSTOM_FIELD_INDEXES: readonly Index[] = [{ keys: { name: 1 }, unique: true }];

/** Loads the custom fields of an account's deals. */
export type LoadFields = (accountId: number) => Promise<readonly CustomDefinition[]>;

/** The rules of custom fields of deals (decisions section 6). */
export const createDealCustomFieldStrategy = (
  loadFields: (call: StoreCall) => Promise<readonly DealCustomFieldDocument[]>,
): Strategy<DealCustomField, DealCustomFieldDocument> => customFieldRules(deals, loadFields);
