import { people, type CustomField } from '@porchlight/contracts';
import {
  changedCustomField,
  fieldKey,
  labelCondition,
  newCustomField,
  refuseTwin,
  shownCustomField,
  twinName,
  type CustomDefinition,
  type CustomField as StoredField,
} from '@porchlight/custom-fields';
import type { Document, Index, StoreCall, Strategy } from '@porchlight/store';
import type { Directory } from '../ports';

export interface CustomFieldDocument extends Document, StoredField {}

export const CUSTOM_FIELD_INDEXES: readonly Index[] = [{ keys: { labelKey: 1, id: 1 } }];

/** The rules of custom fields (decisions section 6). Creating and changing them happens under the account's lock. */
export const createCustomFieldsStrategy = (directory: Directory): Strategy<CustomField, CustomFieldDocument> => {
  const all = async ({ actor: { accountId } }: StoreCall): Promise<readonly CustomDefinition[]> =>
    (await directory.of(accountId)).customFields;
  return {
    async prepareForCreate(call, input) {
      const fields = await all(call);
      const field = newCustomField(fields, input, people);
      if (fields.some(({ name }) => fieldKey(name) === fieldKey(field.name))) throw twinName();
      return field;
    },
    async prepareForUpdate(call, before, input, mask) {
      const after = changedCustomField(before, input, mask);
      if (after.label !== before.label) refuseTwin(await all(call), after.label, before.id);
      return after;
    },
    toRecord: shownCustomField,
    conditionFor: (_call, filter) => labelCondition(filter),
    afterWrite: (call) => directory.forget(call.actor.accountId),
  };
};
