import { createHash } from 'node:crypto';
import { refuse } from '@porchlight/errors';
import { parseTime } from '@porchlight/resource';

/** What a value is checked against. */
export interface FieldDefinition {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly choices: readonly string[];
}

/** Names that begin like those of custom fields and are the record's own. */
const CORE = new Set(['customFields']);
/** Longest value that stands in a key as it is; of longer ones it is a digest. */
const MAX_IN_KEY = 100;
/** All values of one deal together, characters. */
const MAX_ALL = 1_048_576;
const NUMBER = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?$/i;

export type CustomValue = string | number;
/** Values by the id of their field: ids are never given again, so that none comes back with a new field of the same name. */
export type CustomValues = Readonly<Record<string, CustomValue>>;

/** The key on deals that a label makes: custom + PascalCase(label) (decisions section 6). */
export const nameOfLabel = (label: string): string => {
  const words = label.normalize('NFC').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = `custom${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
  if (words.length === 0 || name.length > 255 || CORE.has(name))
    throw refuse('INVALID_BODY', { problems: "Field 'label' must have letters or digits that make a name of its own." });
  return name;
};

/** Labels and choices as they are compared: upper and lower case are the same. */
export const fieldKey = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** Holds the parts of a field against each other. Throws INVALID_BODY that says what does not fit. */
export const checkParts = ({ type, isRecurring, choices }: { type: string; isRecurring: boolean; choices: readonly string[] }): void => {
  const problems: string[] = [];
  if (type === 'dropdown' && choices.length === 0) problems.push("Field 'choices' must have at least one entry for type dropdown.");
  if (type !== 'dropdown' && choices.length > 0) problems.push("Field 'choices' is for type dropdown only.");
  if (new Set(choices.map(fieldKey)).size < choices.length) problems.push("Field 'choices' must not name the same twice.");
  if (isRecurring && type !== 'date') problems.push("Field 'isRecurring' is for type date only.");
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.join(' ') });
};

/** A value by its field's type; undefined clears it. Or the end of the sentence "Field 'x' …". */
const read = ({ type, choices }: FieldDefinition, raw: unknown): { value: CustomValue | undefined } | { bad: string } => {
  if (raw === null || raw === '') return { value: undefined };
  switch (type) {
    case 'number': {
      const number = typeof raw === 'string' && NUMBER.test(raw.trim()) ? Number(raw) : raw;
      return typeof number === 'number' && Number.isFinite(number) ? { value: number } : { bad: 'must be a number' };
    }
    case 'date':
      return typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && parseTime(`${raw} 00:00:00`)
        ? { value: raw }
        : { bad: 'must be a day such as 2026-01-31' };
    case 'dropdown': {
      const choice = typeof raw === 'string' ? choices.find((one) => fieldKey(one) === fieldKey(raw)) : undefined;
      return choice === undefined ? { bad: `must be one of ${choices.join(', ').slice(0, 1_000)}` } : { value: choice };
    }
    default:
      return typeof raw === 'string' ? { value: raw } : { bad: 'must be a string' };
  }
};

/**
 * Values after a body's: checked by the fields' types, null clears, values of fields that are gone are dropped. A value that
 * is there already is always taken, so that what was read can be sent back. Throws INVALID_BODY with all problems; unknown
 * names read like other unknown fields (decisions sections 1 and 4).
 */
export const applyValues = (
  fields: readonly FieldDefinition[],
  before: CustomValues,
  given: Readonly<Record<string, string>>,
): Record<string, CustomValue> => {
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
    const raw = JSON.parse(json) as unknown;
    if (raw !== null && raw === before[field.id]) continue;
    const result = read(field, raw);
    if ('bad' in result) problems.push(`Field '${name}' ${result.bad}.`);
    else if (result.value === undefined) after.delete(String(field.id));
    else after.set(String(field.id), result.value);
  }
  if (unknown.length > 0) problems.push(`Unknown fields: ${unknown.slice(0, 50).join(', ')}.`);
  if ([...after.values()].reduce<number>((sum, value) => sum + String(value).length, 0) > MAX_ALL)
    problems.push(`The custom fields of one deal may hold at most ${MAX_ALL} characters together.`);
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.slice(0, 50).join(' ') });
  return Object.fromEntries(after);
};

/** What filters by custom fields look up: field and value, case folded, of bounded length. */
export const keyOfValue = (fieldId: number | string, value: CustomValue): string => {
  const text = typeof value === 'number' ? String(value) : fieldKey(value);
  return `${fieldId}:${text.length <= MAX_IN_KEY ? text : `#${createHash('sha256').update(text).digest('base64')}`}`;
};

/** The keys that match a filter's values; a number however it is written. */
export const keysOfFilter = ({ id, type }: FieldDefinition, values: readonly string[]): string[] =>
  values.map((text) => keyOfValue(id, type === 'number' && NUMBER.test(text.trim()) ? Number(text) : text));

/** The values that a caller wants to see, as JSON by the names of their fields; `*` wants all. A field without a value is null. */
export const shownValues = (fields: readonly FieldDefinition[], values: CustomValues, wanted: readonly string[]): Record<string, string> => {
  const shown: Record<string, string> = {};
  const all = wanted.includes('*');
  for (const { id, name } of fields) if (all || wanted.includes(name)) shown[name] = JSON.stringify(values[id] ?? null);
  return shown;
};
