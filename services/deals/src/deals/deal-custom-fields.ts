import { deals, type DealCustomField } from '@porchlight/contracts';
import {
  customFieldRules,
  duplicateName,
  type CustomDefinition,
  type CustomField as StoredField,
} from '@porchlight/custom-fields';
import {
  column,
  isUniqueConflict,
  type Columns,
  type Document,
  type Index,
  type StoreCall,
  type Strategy,
} from '@porchlight/store';

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

/** Two concurrent creates of one name: the index refuses the second, which is NAME_TAKEN. */
export const withUniqueName =
  <Q, A, C extends StoreCall>(create: (request: Q, call: C) => Promise<A>) =>
  async (request: Q, call: C): Promise<A> => {
    try {
      return await create(request, call);
    } catch (error) {
      throw isUniqueConflict(error) ? duplicateName() : error;
    }
  };
