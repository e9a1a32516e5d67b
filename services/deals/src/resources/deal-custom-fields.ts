import type { DealCustomField } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Document, Index, ResourceStore, Strategy } from '@porchlight/store';
import { checkParts, fieldKey, nameOfLabel } from '../rules/custom-fields';
import { WEIGHT_STEP } from '../rules/order-weights';

export interface DealCustomFieldDocument extends Document {
  label: string;
  labelKey: string;
  /** Stays as it is when the label changes: integrations know it. */
  name: string;
  type: string;
  isRecurring: boolean;
  choices: string[];
  orderWeight: number;
}

/** Keeps two replicas from making one name at the same time; names never change, so updates free none. */
export const CUSTOM_FIELD_INDEXES: readonly Index[] = [{ keys: { name: 1 }, unique: true }];

/** Most custom fields of an account's deals. */
export const MAX_DEAL_FIELDS = 200;

type Fields = ResourceStore<DealCustomField, DealCustomFieldDocument>;

/** Refusal of a second field of one name. */
export const twinField = (): Error => refuse('DUPLICATE', { what: 'a custom field', field: 'name' });

/** The rules of custom fields of deals (decisions section 6). */
export const createDealCustomFieldStrategy = (fields: () => Fields): Strategy<DealCustomField, DealCustomFieldDocument> => ({
  async prepareForCreate(call, input) {
    const label = input.label ?? '';
    const name = nameOfLabel(label);
    const known = await fields().find(call, {}, MAX_DEAL_FIELDS + 1);
    if (known.some((one) => one.name === name)) throw twinField();
    if (known.length >= MAX_DEAL_FIELDS)
      throw refuse('INVALID_BODY', { problems: `Deals have at most ${MAX_DEAL_FIELDS} custom fields.` });
    refuseTwin(known, label);
    const parts = { type: input.type ?? 'text', isRecurring: input.isRecurring ?? false, choices: input.choices };
    checkParts(parts);
    const last = known.reduce((most, { orderWeight }) => Math.max(most, orderWeight), 0);
    return {
      label,
      labelKey: fieldKey(label),
      name,
      ...parts,
      orderWeight: input.orderWeight ?? last + WEIGHT_STEP,
    };
  },
  async prepareForUpdate(call, before, input, mask) {
    const after = { ...before };
    if (mask.has('label') && input.label !== undefined && input.label !== before.label) {
      refuseTwin(await fields().find(call, {}, MAX_DEAL_FIELDS + 1), input.label, before.id);
      Object.assign(after, { label: input.label, labelKey: fieldKey(input.label) });
    }
    if (mask.has('type') && input.type !== before.type)
      throw refuse('INVALID_BODY', { problems: "Field 'type' of a custom field cannot be changed. Make a new field instead." });
    if (mask.has('isRecurring')) after.isRecurring = input.isRecurring ?? before.isRecurring;
    if (mask.has('choices')) after.choices = input.choices;
    if (mask.has('orderWeight')) after.orderWeight = input.orderWeight ?? before.orderWeight;
    checkParts(after);
    return after;
  },
  conditionFor: (_call, { name, values }) => (name === 'label' ? { labelKey: fieldKey(values[0] ?? '') } : undefined),
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
});

const refuseTwin = (known: readonly DealCustomFieldDocument[], label: string, own?: number): void => {
  if (known.some((one) => one.id !== own && one.labelKey === fieldKey(label)))
    throw refuse('DUPLICATE', { what: 'a custom field', field: 'label' });
};
