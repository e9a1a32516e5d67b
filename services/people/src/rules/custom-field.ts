import type { CustomField } from '@porchlight/contracts';
import { people } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME, fieldsOf, filterNamed } from '@porchlight/resource';

/** What callers decide about a custom field. */
export interface CustomFieldCore {
  label: string;
  type: string;
  isRecurring: boolean;
  choices: string[];
}

/** Most letters of a name that come from the label, in code points. */
const MAX_FROM_LABEL = 200;

const invalid = (problems: string) => refuse('INVALID_BODY', { problems });

/** Labels and names as they are compared: upper and lower case are the same. */
export const fieldKey = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();

/**
 * The key on people that a label gives: custom + PascalCase(label), of letters and digits of any script (decisions section
 * 6). Throws INVALID_BODY where the label has none, and where a field of people is called so already.
 */
export const customNameOf = (label: string): string => {
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
  if (Object.hasOwn(fieldsOf(people), name) || filterNamed({ filters: people.filters }, name))
    throw invalid(`Field 'label' gives the name '${name}', which people have already. Choose another label.`);
  return name;
};

/** Holds the parts of a custom field against each other. Throws INVALID_BODY that says what does not fit. */
export const checkCustomField = ({ type, isRecurring, choices }: CustomFieldCore): void => {
  const problems: string[] = [];
  const distinct = new Set(choices.map(fieldKey));
  if (type === 'dropdown' && choices.length === 0)
    problems.push("Field 'choices' must have at least one entry for type dropdown.");
  if (type !== 'dropdown' && choices.length > 0) problems.push("Field 'choices' is for type dropdown only.");
  if (distinct.size < choices.length) problems.push("Field 'choices' must not name the same twice.");
  if (isRecurring && type !== 'date') problems.push("Field 'isRecurring' is for type date only.");
  if (problems.length > 0) throw invalid(problems.join(' '));
};

/** A new custom field as sent. */
export const newCustomField = (input: CustomField): CustomFieldCore => {
  const core: CustomFieldCore = {
    label: input.label ?? '',
    type: input.type ?? '',
    isRecurring: input.isRecurring ?? false,
    choices: [...input.choices],
  };
  checkCustomField(core);
  return core;
};

/** A custom field after an update; its type stays for ever, as values of it are there. */
export const changedCustomField = (
  before: CustomFieldCore,
  input: CustomField,
  mask: ReadonlySet<string>,
): CustomFieldCore => {
  if (mask.has('type') && input.type !== before.type)
    throw invalid("Field 'type' cannot be changed. Make another custom field.");
  const core: CustomFieldCore = {
    type: before.type,
    label: mask.has('label') ? (input.label ?? '') : before.label,
    isRecurring: mask.has('isRecurring') ? (input.isRecurring ?? false) : before.isRecurring,
    choices: mask.has('choices') ? [...input.choices] : before.choices,
  };
  checkCustomField(core);
  return core;
};
