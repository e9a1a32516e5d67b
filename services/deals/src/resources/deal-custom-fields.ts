import { deals, type DealCustomField } from '@porchlight/contracts';
import {
  changedCustomField,
  labelCondition,
  MAX_CUSTOM_FIELDS,
  newCustomField,
  refuseTwin,
  shownCustomField,
  twinName,
  type CustomField as StoredField,
} from '@porchlight/custom-fields';
import type { Document, Index, ResourceStore, StoreCall, Strategy } from '@porchlight/store';

export interface DealCustomFieldDocument extends Document, StoredField {}

/** Keeps two replicas from making one name at the same time; names never change, so updates free none. */
export const CUSTOM_FIELD_INDEXES: readonly Index[] = [{ keys: { name: 1 }, unique: true }];

type Fields = ResourceStore<DealCustomField, DealCustomFieldDocument>;

/** The rules of custom fields of deals (decisions section 6). */
export const createDealCustomFieldStrategy = (fields: () => Fields): Strategy<DealCustomField, DealCustomFieldDocument> => {
  const all = (call: StoreCall) => fields().find(call, {}, MAX_CUSTOM_FIELDS + 1);
  return {
    async prepareForCreate(call, input) {
      const known = await all(call);
      const field = newCustomField(known, input, deals);
      if (known.some(({ name }) => name === field.name)) throw twinName();
      return field;
    },
    async prepareForUpdate(call, before, input, mask) {
      const after = changedCustomField(before, input, mask);
      if (after.label !== before.label) refuseTwin(await all(call), after.label, before.id);
      return after;
    },
    toRecord: shownCustomField,
    conditionFor: (_call, filter) => labelCondition(filter),
  };
};
