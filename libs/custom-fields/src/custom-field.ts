import { refuse } from '@porchlight/errors';
import {
  CUSTOM_NAME,
  getFields,
  filterNamed,
  INT32_MAX,
  type Descriptor,
  type FilterValues,
} from '@porchlight/resource';
import { fieldKey } from './field-key';
import { renameChoices, type RenamedChoice } from './renamed-choices';

/** A custom field as it is kept (specification: Custom field; decisions section 6). */
export interface CustomField {
  label: string;
  /** The label as it is compared. */
  labelKey: string;
  /** Key on records; stays as it is when the label changes, as integrations know it. */
  name: string;
  /** date, text, dropdown or number; stays for ever, as values of it are there. */
  type: string;
  isRecurring: boolean;
  choices: string[];
  /** Former choices; absent while none was renamed. */
  renamed?: RenamedChoice[];
  orderWeight: number;
  /** Absent in fields that were created before these settings existed: false. */
  hideIfEmpty?: boolean;
  readOnly?: boolean;
}

/** What callers send of a custom field. */
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

/** What is asked of the custom fields that an account has already. */
export interface KnownField {
  readonly id: number;
  readonly label: string;
  readonly orderWeight: number;
}

/** A resource whose own fields and filters no custom field may be called like. */
export type CoreNames = Pick<Descriptor, 'resource' | 'filters'> & { readonly fields: object };

/** Most custom fields that an account has for one resource: lists and records look at all of them. */
export const MAX_CUSTOM_FIELDS = 200;

/** Distance of a new field's weight from the last one's (decisions section 6). */
const WEIGHT_STEP = 1000;
/** Most letters of a name that come from the label, in code points. */
const MAX_FROM_LABEL = 200;

const invalid = (problems: string) => refuse('INVALID_BODY', { problems });

/**
 * The key on records that a label gives: custom + PascalCase(label), of letters and digits of any script (decisions
 * section 6). Throws INVALID_BODY where the label has none, and where a field or filter of the resource is called so
 * already.
 */
export const formatCustomName = (label: string, core: CoreNames): string => {
  const words = label
    .normalize('NFC')
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const pascal = words.map((word) => {
    const [first = '', ...rest] = word;
    return `${first.toUpperCase()}${rest.join('')}`.replace(/[^\p{L}\p{N}]/gu, '');
  });
  const name = `custom${[...pascal.join('')].slice(0, MAX_FROM_LABEL).join('')}`;
  if (!CUSTOM_NAME.test(name)) throw invalid("Field 'label' must have a letter or a digit.");
  if (Object.hasOwn(getFields(core), name) || filterNamed({ filters: core.filters }, name))
    throw invalid(`Field 'label' gives the name '${name}', which ${core.resource} have already. Choose another label.`);
  return name;
};

/** Holds the parts of a custom field against each other. Throws INVALID_BODY that says what does not fit. */
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
  if (problems.length > 0) throw invalid(problems.join(' '));
};

/** Refusal of a second field of one name. Which names are one is for the caller to say. */
export const duplicateName = (): Error => refuse('DUPLICATE', { what: 'a custom field', field: 'name' });

/** Throws DUPLICATE when another field than `own` has the label. */
export const assertUniqueName = (known: readonly KnownField[], label: string, own?: number): void => {
  const key = fieldKey(label);
  if (known.some((field) => field.id !== own && fieldKey(field.label) === key))
    throw refuse('DUPLICATE', { what: 'a custom field', field: 'label' });
};

/**
 * A new custom field as sent, beside those that are known; last of them when it names no place. Throws INVALID_BODY
 * where its parts do not fit or there are too many, DUPLICATE where another has the label.
 */
export const newCustomField = (known: readonly KnownField[], input: CustomFieldInput, core: CoreNames): CustomField => {
  const label = input.label ?? '';
  const parts = { type: input.type ?? '', isRecurring: input.isRecurring ?? false, choices: [...input.choices] };
  checkCustomField(parts);
  if (Object.keys(input.dropdownChoiceMap ?? {}).length > 0)
    throw invalid("Field 'dropdownChoiceMap' renames choices that exist; a new field has none.");
  const name = formatCustomName(label, core);
  if (known.length >= MAX_CUSTOM_FIELDS) throw invalid(`An account has at most ${MAX_CUSTOM_FIELDS} custom fields.`);
  assertUniqueName(known, label);
  const last = Math.max(0, ...known.map(({ orderWeight }) => orderWeight));
  const orderWeight = input.orderWeight ?? Math.min(INT32_MAX, last + WEIGHT_STEP);
  const { hideIfEmpty = false, readOnly = false } = input;
  return { label, labelKey: fieldKey(label), name, ...parts, orderWeight, hideIfEmpty, readOnly };
};

/** A custom field after an update. Throws INVALID_BODY for another type and where the parts do not fit. */
export const changedCustomField = <F extends CustomField>(
  before: F,
  input: CustomFieldInput,
  mask: ReadonlySet<string>,
): F => {
  if (mask.has('type') && input.type !== before.type)
    throw invalid("Field 'type' cannot be changed. Make another custom field.");
  const given = mask.has('choices') ? input.choices : undefined;
  const { choices, renamed, problems } = renameChoices(before, given, input.dropdownChoiceMap ?? {});
  if (problems.length > 0) throw invalid(problems.slice(0, 20).join(' '));
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

interface Kept extends CustomField {
  readonly id: number;
  readonly created: Date;
  readonly updated: Date;
  readonly version: number;
}

/** What callers see of a custom field. */
export const shownCustomField = (
  field: Kept,
): Omit<Kept, 'labelKey' | 'renamed'> & { dropdownChoiceMap: Record<string, string> } => {
  const { id, created, updated, label, name, type, isRecurring, choices, orderWeight, version } = field;
  const { hideIfEmpty = false, readOnly = false } = field;
  const settings = { hideIfEmpty, readOnly, dropdownChoiceMap: {} };
  return { id, created, updated, label, name, type, isRecurring, choices, orderWeight, ...settings, version };
};

/** The condition of a list's filter by label; undefined for other filters. */
export const labelCondition = ({ name, values }: FilterValues): { labelKey: string } | undefined =>
  name === 'label' ? { labelKey: fieldKey(values[0] ?? '') } : undefined;
