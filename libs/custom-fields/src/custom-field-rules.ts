import type { FilterValues } from '@porchlight/resource';
import {
  changedCustomField,
  labelCondition,
  newCustomField,
  assertUniqueName,
  duplicateName,
  type CoreNames,
  type CustomField,
  type CustomFieldInput,
  type KnownField,
} from './custom-field';
import { fieldKey } from './field-key';

/** A create or update of a custom field. */
interface CustomFieldWrite {
  readonly before: (CustomField & { readonly id: number }) | undefined;
  readonly input: CustomFieldInput;
  readonly mask: ReadonlySet<string>;
}

/**
 * The strategy of the custom fields of a resource (decisions section 6). `loadFields` returns those of the caller's
 * account.
 */
export const customFieldRules = <Call>(
  core: CoreNames,
  loadFields: (call: Call) => Promise<readonly (KnownField & Pick<CustomField, 'name'>)[]>,
) => ({
  async prepare(
    call: Call,
    { before, input, mask }: CustomFieldWrite,
    declared: () => Promise<{ readonly orderWeight: number }>,
  ): Promise<CustomField> {
    if (before) {
      const after = changedCustomField(before, input, mask);
      if (after.label !== before.label) assertUniqueName(await loadFields(call), after.label, before.id);
      return after;
    }
    const { orderWeight } = await declared();
    const fields = await loadFields(call);
    const field = newCustomField(fields, input, core, orderWeight);
    if (fields.some(({ name }) => fieldKey(name) === fieldKey(field.name))) throw duplicateName();
    return field;
  },
  render: ({ hideIfEmpty = false, readOnly = false }: Pick<CustomField, 'hideIfEmpty' | 'readOnly'>) => ({
    hideIfEmpty,
    readOnly,
    dropdownChoiceMap: {},
  }),
  planList: (_call: Call, { filters }: { readonly filters: readonly FilterValues[] }) => ({
    conditions: filters.map(labelCondition),
  }),
});
