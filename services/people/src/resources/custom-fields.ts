import type { CustomField } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { INT32_MAX } from '@porchlight/resource';
import type { Document, Index, StoreCall, Strategy } from '@porchlight/store';
import type { Directory } from '../ports';
import {
  changedCustomField,
  customNameOf,
  fieldKey,
  newCustomField,
  type CustomFieldCore,
} from '../rules/custom-field';
import { WEIGHT_STEP } from '../rules/stage-order';

export interface CustomFieldDocument extends Document, CustomFieldCore {
  name: string;
  labelKey: string;
  orderWeight: number;
}

/** Most custom fields of an account: lists and people look at all of them. */
export const MAX_CUSTOM_FIELDS = 200;

export const CUSTOM_FIELD_INDEXES: readonly Index[] = [{ keys: { labelKey: 1, id: 1 } }];

type Fields = readonly {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly orderWeight: number;
}[];

/** The rules of custom fields (decisions section 6). Creating and changing them happens under the account's lock. */
export const createCustomFieldsStrategy = (directory: Directory): Strategy<CustomField, CustomFieldDocument> => {
  const all = async ({ actor: { accountId } }: StoreCall): Promise<Fields> =>
    (await directory.of(accountId)).customFields;
  return {
    async prepareForCreate(call, input) {
      const fields = await all(call);
      const core = newCustomField(input);
      const name = customNameOf(core.label);
      if (fields.length >= MAX_CUSTOM_FIELDS)
        throw refuse('INVALID_BODY', { problems: `An account has at most ${MAX_CUSTOM_FIELDS} custom fields.` });
      refuseTwin(fields, core.label);
      if (fields.some((field) => fieldKey(field.name) === fieldKey(name)))
        throw refuse('DUPLICATE', { what: 'a custom field', field: 'name' });
      const last = Math.max(0, ...fields.map(({ orderWeight }) => orderWeight));
      const orderWeight = input.orderWeight ?? Math.min(INT32_MAX, last + WEIGHT_STEP);
      return { ...core, name, labelKey: fieldKey(core.label), orderWeight };
    },
    async prepareForUpdate(call, before, input, mask) {
      const core = changedCustomField(before, input, mask);
      if (core.label !== before.label) refuseTwin(await all(call), core.label, before.id);
      const orderWeight = mask.has('orderWeight') ? (input.orderWeight ?? before.orderWeight) : before.orderWeight;
      return { ...before, ...core, labelKey: fieldKey(core.label), orderWeight };
    },
    toRecord: ({ id, created, updated, label, name, type, isRecurring, choices, orderWeight, version }) => ({
      id,
      created,
      updated,
      label,
      name,
      type,
      isRecurring,
      choices,
      orderWeight,
      version,
    }),
    conditionFor: (_call, { name, values }) => (name === 'label' ? { labelKey: fieldKey(values[0] ?? '') } : undefined),
    afterWrite: (call) => directory.forget(call.actor.accountId),
  };
};

const refuseTwin = (fields: Fields, label: string, own?: number): void => {
  const key = fieldKey(label);
  if (fields.some((field) => field.id !== own && fieldKey(field.label) === key))
    throw refuse('DUPLICATE', { what: 'a custom field', field: 'label' });
};
