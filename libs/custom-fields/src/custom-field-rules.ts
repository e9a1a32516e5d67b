import type { FilterValues } from '@porchlight/resource';
import {
  changedCustomField,
  labelCondition,
  newCustomField,
  assertUniqueName,
  shownCustomField,
  duplicateName,
  type CoreNames,
  type CustomField,
  type CustomFieldInput,
  type KnownField,
} from './custom-field';
import { fieldKey } from './field-key';

/**
 * What custom fields of any resource have in common (decisions section 6): hooks of their strategy. `known` answers
 * those of the caller's account.
 */
export const customFieldRules = <Call>(
  core: CoreNames,
  known: (call: Call) => Promise<readonly (KnownField & Pick<CustomField, 'name'>)[]>,
) => ({
  async prepareForCreate(call: Call, input: CustomFieldInput): Promise<CustomField> {
    const fields = await known(call);
    const field = newCustomField(fields, input, core);
    if (fields.some(({ name }) => fieldKey(name) === fieldKey(field.name))) throw duplicateName();
    return field;
  },
  async prepareForUpdate<F extends CustomField & { readonly id: number }>(
    call: Call,
    before: F,
    input: CustomFieldInput,
    mask: ReadonlySet<string>,
  ): Promise<F> {
    const after = changedCustomField(before, input, mask);
    if (after.label !== before.label) assertUniqueName(await known(call), after.label, before.id);
    return after;
  },
  toRecord: shownCustomField,
  conditionFor: (_call: Call, filter: FilterValues) => labelCondition(filter),
});
