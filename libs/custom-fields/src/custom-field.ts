import { invalidBody, refuse, refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { CUSTOM_NAME, getFields, filterNamed, type Descriptor, type FilterValues } from '@porchlight/resource';
import { fieldKey } from './field-key';
import { renameChoices, type RenamedChoice } from './renamed-choices';

/** A stored custom field (specification: Custom field; decisions section 6). */
export interface CustomField {
  label: string;
  /** The label in its comparable form. */
  labelKey: string;
  /** Key on records; does not change with the label, because integrations use it. */
  name: string;
  /** date, text, dropdown or number; never changes, because values of that type are stored. */
  type: string;
  isRecurring: boolean;
  choices: string[];
  /** Former choices; absent if none was renamed. */
  renamed?: RenamedChoice[];
  orderWeight: number;
  /** Absent in fields that were created before these settings existed: false. */
  hideIfEmpty?: boolean;
  readOnly?: boolean;
}

/** The input of a custom field. */
export interface CustomFieldInput {
  readonly label?: string | undefined;
  readonly type?: string | undefined;
  readonly isRecurring?: boolean | undefined;
  readonly choices: readonly string[];
  readonly orderWeight?: number | undefined;
  readonly hideIfEmpty?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** Old choice to new choice (decisions section 11). */
  readonly dropdownChoiceMap?: Readonly<Record<string, string>>;
}

/** The existing custom fields of an account. */
export interface KnownField {
  readonly id: number;
  readonly label: string;
}

/** The resource whose field and filter names are reserved. */
export type CoreNames = Pick<Descriptor, 'resource' | 'filters'> & { readonly fields: object };

/** Maximum number of custom fields per account and resource: lists and records read all of them. */
export const MAX_CUSTOM_FIELDS = LIMITS.customFields.value;

/** Maximum length of the part of a name that comes from the label, in code points. */
const MAX_FROM_LABEL = 200;

/**
 * Formats the key on records for a label: custom + PascalCase(label), of letters and digits of any script (decisions
 * section 6). Throws INVALID_BODY for a label without letters or digits, and if a field or filter of the resource has
 * that name.
 */
export const formatCustomName = (label: string, core: CoreNames): string => {
  const words = label
    .normalize('NFC')
    .replace(/[\p{M}'\u2019]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const pascal = words.map((word) => {
    const [first = '', ...rest] = word;
    return `${first.toUpperCase()}${rest.join('')}`.replace(/[^\p{L}\p{N}]/gu, '');
  });
  const name = `custom${[...pascal.join('')].slice(0, MAX_FROM_LABEL).join('')}`;
  if (!CUSTOM_NAME.test(name)) throw invalidBody("Field 'label' must have a letter or a digit.");
  if (Object.hasOwn(getFields(core), name) || filterNamed({ filters: core.filters }, name))
    throw invalidBody(
      `Field 'label' gives the name '${name}', which ${core.resource} have already. Choose another label.`,
    );
  return name;
};

/** Checks that the parts of a custom field are consistent. Throws INVALID_BODY with the problem. */
const checkCustomField = ({
  type,
  isRecurring,
  choices,
}: Pick<CustomField, 'type' | 'isRecurring' | 'choices'>): void => {
  const problems: string[] = [];
  const distinct = new Set(choices.map(fieldKey));
  if (type === 'dropdown' && choices.length === 0)
    problems.push("Field 'choices' must have at least one entry for type dropdown.");
  if (type !== 'dropdown' && choices.length > 0) problems.push("Field 'choices' is for type dropdown only.");
  if (distinct.size < choices.length) problems.push("Field 'choices' must not name the same twice.");
  if (isRecurring && type !== 'date') problems.push("Field 'isRecurring' is for type date only.");
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
};

/** The refusal of a duplicate name. */
export const duplicateName = (): Error => refuse('NAME_TAKEN', { what: 'a custom field', field: 'name' });

/** Throws DUPLICATE if a field other than `fieldId` has the label. */
export const assertUniqueName = (existing: readonly KnownField[], label: string, fieldId?: number): void => {
  const key = fieldKey(label);
  if (existing.some((field) => field.id !== fieldId && fieldKey(field.label) === key))
    throw refuse('NAME_TAKEN', { what: 'a custom field', field: 'label' });
};

/**
 * Creates a custom field from the input, the existing fields and its weight. Throws INVALID_BODY if its parts are
 * inconsistent, NAME_TAKEN if the label exists.
 */
export const newCustomField = (
  existing: readonly KnownField[],
  input: CustomFieldInput,
  core: CoreNames,
  orderWeight: number,
): CustomField => {
  const label = input.label ?? '';
  const parts = { type: input.type ?? '', isRecurring: input.isRecurring ?? false, choices: [...input.choices] };
  checkCustomField(parts);
  if (Object.keys(input.dropdownChoiceMap ?? {}).length > 0)
    throw invalidBody("Field 'dropdownChoiceMap' renames choices that exist; a new field has none.");
  const name = formatCustomName(label, core);
  assertUniqueName(existing, label);
  const { hideIfEmpty = false, readOnly = false } = input;
  return { label, labelKey: fieldKey(label), name, ...parts, orderWeight, hideIfEmpty, readOnly };
};

/** Updates a custom field. Throws INVALID_BODY for another type and for inconsistent parts. */
export const changedCustomField = <F extends CustomField>(
  before: F,
  input: CustomFieldInput,
  mask: ReadonlySet<string>,
): F => {
  if (mask.has('type') && input.type !== before.type)
    throw invalidBody("Field 'type' cannot be changed. Make another custom field.");
  const newChoices = mask.has('choices') ? input.choices : undefined;
  const { choices, renamed, problems } = renameChoices(before, newChoices, input.dropdownChoiceMap ?? {});
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems.slice(0, 20));
  const label = mask.has('label') ? (input.label ?? '') : before.label;
  const after: F = {
    ...before,
    label,
    labelKey: fieldKey(label),
    isRecurring: mask.has('isRecurring') ? (input.isRecurring ?? false) : before.isRecurring,
    choices,
    ...(renamed.length > 0 && { renamed }),
    orderWeight: mask.has('orderWeight') ? (input.orderWeight ?? before.orderWeight) : before.orderWeight,
    ...(mask.has('hideIfEmpty') && { hideIfEmpty: input.hideIfEmpty ?? false }),
    ...(mask.has('readOnly') && { readOnly: input.readOnly ?? false }),
  };
  if (renamed.length === 0) delete after.renamed;
  checkCustomField(after);
  return after;
};

/** The condition of a list's filter by label; undefined for other filters. */
export const labelCondition = ({ name, values }: FilterValues): { labelKey: string } | undefined =>
  name === 'label' ? { labelKey: fieldKey(values[0] ?? '') } : undefined;
