import { refuse } from '@porchlight/errors';
import { parseTime } from '@porchlight/resource';
import { normalizeText } from '@porchlight/store';

/** What a value is checked against. */
export interface FieldDefinition {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly choices: readonly string[];
}

/** Names that begin like those of custom fields and are the record's own. */
const CORE = new Set(['customFields']);
/** Characters of a value by which filters tell values apart. */
const KEY_LENGTH = 200;

/** The key on deals that a label makes: custom + PascalCase(label) (decisions section 6). */
export const nameOfLabel = (label: string): string => {
  const words = label.normalize('NFC').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = `custom${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
  if (words.length === 0 || name.length > 255 || CORE.has(name))
    throw refuse('INVALID_BODY', { problems: "Field 'label' must have letters or digits that make a name of its own." });
  return name;
};

/** Choices belong to fields of type dropdown, and those need some; repeats are dropped. */
export const checkChoices = (type: string, choices: readonly string[]): string[] => {
  if (type === 'dropdown' && choices.length === 0) throw refuse('INVALID_BODY', { problems: "Missing 'choices' field." });
  if (type !== 'dropdown' && choices.length > 0)
    throw refuse('INVALID_BODY', { problems: "Field 'choices' is for fields of type dropdown only." });
  return [...new Set(choices)];
};

/** A value by its field's type; undefined clears it. Or the end of the sentence "Field 'x' …". */
const read = ({ type, choices }: FieldDefinition, json: string): { value: string | number | undefined } | { bad: string } => {
  const raw = JSON.parse(json) as unknown;
  if (raw === null || raw === '') return { value: undefined };
  switch (type) {
    case 'number': {
      const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
      return typeof number === 'number' && Number.isFinite(number) ? { value: number } : { bad: 'must be a number' };
    }
    case 'date':
      return typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && parseTime(`${raw} 00:00:00`)
        ? { value: raw }
        : { bad: 'must be a day such as 2026-01-31' };
    case 'dropdown':
      return typeof raw === 'string' && choices.includes(raw) ? { value: raw } : { bad: `must be one of ${choices.join(', ').slice(0, 500)}` };
    default:
      return typeof raw === 'string' ? { value: raw } : { bad: 'must be a string' };
  }
};

/**
 * Values after a body's: checked by the fields' types, null clears, values of fields that are gone are dropped. Throws
 * INVALID_BODY with all problems; unknown names read like other unknown fields (decisions sections 1 and 4).
 */
export const applyValues = (
  fields: readonly FieldDefinition[],
  before: Readonly<Record<string, string | number>>,
  given: Readonly<Record<string, string>>,
): Record<string, string | number> => {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = new Set(fields.map(({ id }) => String(id)));
  const after = new Map(Object.entries(before).filter(([id]) => known.has(id)));
  const unknown: string[] = [];
  const problems: string[] = [];
  for (const [name, json] of Object.entries(given)) {
    const field = byName.get(name);
    if (!field) {
      unknown.push(`'${name.slice(0, 100)}'`);
      continue;
    }
    const result = read(field, json);
    if ('bad' in result) problems.push(`Field '${name}' ${result.bad}.`);
    else if (result.value === undefined) after.delete(String(field.id));
    else after.set(String(field.id), result.value);
  }
  if (unknown.length > 0) problems.push(`Unknown fields: ${unknown.slice(0, 50).join(', ')}.`);
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.slice(0, 50).join(' ') });
  return Object.fromEntries(after);
};

/** What filters by custom fields look up: text without case and accents. */
export const keyOfValue = (fieldId: number | string, value: string | number): string =>
  `${fieldId}:${typeof value === 'number' ? value : normalizeText(value).slice(0, KEY_LENGTH)}`;

/** The keys that match a filter's values; a number however it is written. */
export const keysOfFilter = ({ id, type }: FieldDefinition, values: readonly string[]): string[] =>
  values.map((text) => keyOfValue(id, type === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text));

/** Values by the names of their fields, as JSON. */
export const shownValues = (
  fields: readonly FieldDefinition[],
  values: Readonly<Record<string, string | number>>,
): Record<string, string> => {
  const shown: Record<string, string> = {};
  for (const { id, name } of fields) if (values[id] !== undefined) shown[name] = JSON.stringify(values[id]);
  return shown;
};
