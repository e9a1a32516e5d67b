import { createHash } from 'node:crypto';
import { describeUnknownFields, invalidBody, refuse, refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { type GroupSign, isDay, parseLooseTime, readAmount, readTime } from '@porchlight/resource';
import { fieldKey } from './field-key';
import { currentChoice, listStoredTexts, type RenamedChoice } from './renamed-choices';

/** The properties of a custom field that records use (specification: Custom field). */
export interface CustomDefinition {
  readonly id: number;
  readonly orderWeight: number;
  readonly label: string;
  /** Key on records: custom + PascalCase(label). */
  readonly name: string;
  /** date, text, dropdown or number. */
  readonly type: string;
  readonly choices: readonly string[];
  /** Former choices that stored values may still contain. */
  readonly renamed?: readonly RenamedChoice[];
}

/** A stored value: a number for fields of type number, else text. */
export type CustomValue = string | number;

/**
 * Values by the id of their field. Ids are never reused, so that a value of a deleted field cannot reappear with a new
 * field of the same name.
 */
export type CustomValues = Readonly<Record<string, CustomValue>>;

/** Values to set, by the id of their field; null clears. */
export type CustomChanges = Readonly<Record<string, CustomValue | null>>;

/** Longest text of one value, characters. */
const MAX_TEXT = 65_536;
/** Maximum size of all values of one record, as JSON, bytes. */
const MAX_ALL = LIMITS.customValueBytes.value;
/** Longest value that a facet contains unchanged; longer ones are replaced by a digest. */
const MAX_IN_FACET = 100;
const NUMBER = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?$/i;
/** Text that writes refuse: three and more decimals may be thousands (D13.5). */
const MANY_DECIMALS = /\.\d{3,}$/;

const NONE: CustomValues = {};

/** Returns the stored value, null to clear it, or a description of the expected value. */
type Read = { ok: CustomValue | null } | { expected: string };

/** How values of leads and tables are read: all notations of D13.5. Absent: strictly. */
export interface CustomReading {
  /** The sign of the account's country that separates thousands. */
  readonly groupSign: GroupSign | null;
}

/** The number of a filter. */
const readNumber = (raw: unknown): Read => {
  const expected = { expected: 'a number' };
  if (typeof raw === 'number') return Number.isFinite(raw) ? { ok: raw + 0 } : expected;
  if (typeof raw !== 'string' || !NUMBER.test(raw.trim())) return expected;
  const number = Number(raw);
  return Number.isFinite(number) ? { ok: number + 0 } : expected;
};

/** The number of a write. */
const readNumberValue = (raw: unknown, reading?: CustomReading): Read => {
  const read = readNumber(raw);
  if (typeof raw !== 'string' || ('ok' in read && !MANY_DECIMALS.test(raw.trim()))) return read;
  const amount = reading && readAmount(raw, reading);
  if (amount !== undefined) return { ok: amount };
  return 'ok' in read ? { expected: 'a number in plain digits with at most two decimals' } : read;
};

/** A number or boolean where text is expected becomes text in leads (D11.1). */
const toText = (raw: unknown, reading?: CustomReading): unknown =>
  reading && (typeof raw === 'number' || typeof raw === 'boolean') ? String(raw) : raw;

const readText = (raw: unknown): Read =>
  typeof raw === 'string' && raw.length <= MAX_TEXT
    ? { ok: raw }
    : { expected: `a string of at most ${MAX_TEXT} characters` };

/** A day; a date-time means its UTC day. */
const readDay = (raw: unknown, reading?: CustomReading): Read => {
  const text = typeof raw === 'string' ? raw.trim() : raw;
  if (isDay(text)) return { ok: text };
  const time = reading ? readTime(raw) : typeof text === 'string' ? parseLooseTime(text) : undefined;
  return time ? { ok: time.toISOString().slice(0, 10) } : { expected: 'a day such as 2026-01-31' };
};

const readChoice = ({ choices, renamed }: CustomDefinition, raw: unknown): Read => {
  const key = typeof raw === 'string' ? fieldKey(currentChoice({ renamed }, raw)) : undefined;
  const choice = choices.find((one) => fieldKey(one) === key);
  if (choice !== undefined) return { ok: choice };
  const listed = choices.slice(0, 20).map((one) => one.slice(0, 100));
  return { expected: `one of ${listed.join(', ')}${choices.length > listed.length ? ', …' : ''}` };
};

/** Reads one value by its field's type; an empty text, as forms send it, clears. */
const readValue = (definition: CustomDefinition, raw: unknown, reading?: CustomReading): Read => {
  if (raw === null || raw === '') return { ok: null };
  switch (definition.type) {
    case 'number':
      return readNumberValue(raw, reading);
    case 'date':
      return readDay(raw, reading);
    case 'dropdown':
      return readChoice(definition, toText(raw, reading));
    default:
      return readText(toText(raw, reading));
  }
};

const indexes = new WeakMap<readonly CustomDefinition[], ReadonlyMap<string, CustomDefinition>>();

/** Definitions by name, built once: a lead is read value by value. */
const indexByName = (definitions: readonly CustomDefinition[]): ReadonlyMap<string, CustomDefinition> => {
  let index = indexes.get(definitions);
  if (!index)
    indexes.set(definitions, (index = new Map(definitions.map((definition) => [definition.name, definition]))));
  return index;
};

/**
 * Parses custom values of a body, JSON by name (decisions section 4). A value that equals the one in `before` is always
 * accepted, so that a record that was read can be sent back. `reading` accepts all notations of leads and tables.
 * Throws INVALID_BODY with every unknown field and wrong value.
 */
export const readCustomValues = (
  definitions: readonly CustomDefinition[],
  input: Readonly<Record<string, string>>,
  before: CustomValues = NONE,
  reading?: CustomReading,
): CustomChanges => {
  const byName = indexByName(definitions);
  const changes: Record<string, CustomValue | null> = {};
  const unknown: string[] = [];
  const problems: string[] = [];
  for (const [name, json] of Object.entries(input)) {
    const definition = byName.get(name);
    if (!definition) {
      unknown.push(name);
      continue;
    }
    const raw: unknown = JSON.parse(json);
    const read =
      raw !== null && raw === before[definition.id] ? { ok: raw as CustomValue } : readValue(definition, raw, reading);
    if ('ok' in read) changes[definition.id] = read.ok;
    else problems.push(`Field '${name}' must be ${read.expected}.`);
  }
  if (unknown.length > 0) problems.push(describeUnknownFields(unknown));
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
  return changes;
};

/**
 * Applies changes to values. Values of deleted fields are dropped. Returns undefined if none is left: documents store
 * no empty object. Throws INVALID_BODY if all values together are too long.
 */
export const applyCustomValues = (
  definitions: readonly CustomDefinition[],
  before: CustomValues | undefined,
  changes: CustomChanges = NONE,
): CustomValues | undefined => {
  const after: Record<string, CustomValue> = {};
  let bytes = 0;
  for (const definition of definitions) {
    const { id } = definition;
    const change = changes[id];
    const value = change === undefined ? currentChoice(definition, before?.[id]) : change;
    if (value === undefined || value === null) continue;
    after[id] = value;
    bytes += Buffer.byteLength(JSON.stringify(value));
  }
  if (bytes > MAX_ALL && Object.keys(changes).length > 0)
    throw invalidBody(
      `The custom fields of one record may hold at most ${MAX_ALL} bytes together, and would have ${bytes}. Shorten some.`,
    );
  return Object.keys(after).length > 0 ? after : undefined;
};

/** The requested values, JSON by name; `*` requests all. A field without a value is null. */
export const shownCustomValues = (
  definitions: readonly CustomDefinition[],
  values: CustomValues | undefined,
  requested: readonly string[],
): Record<string, string> => {
  const result: Record<string, string> = {};
  if (requested.length === 0) return result;
  const names = new Set(requested);
  const all = names.has('*');
  for (const definition of definitions) {
    const { id, name } = definition;
    if (all || names.has(name)) result[name] = JSON.stringify(currentChoice(definition, values?.[id]) ?? null);
  }
  return result;
};

const formatFacet = (id: number | string, value: CustomValue): string => {
  const text = String(value).normalize('NFC').trim().toLowerCase();
  const shortened = text.length <= MAX_IN_FACET ? text : `#${createHash('sha256').update(text).digest('base64')}`;
  return `c${id}=${shortened}`;
};

/** The indexed form of a value: field and value, case folded, of bounded length. */
export const formatCustomFacets = (values: CustomValues | undefined): string[] =>
  Object.entries(values ?? NONE).map(([id, value]) => formatFacet(id, value));

/**
 * The stored field of a sort by a custom field: values are stored by the field's id. Throws INVALID_QUERY for an
 * undefined field.
 */
export const sortFieldOfCustom = (definitions: readonly CustomDefinition[], name: string): string => {
  const definition = definitions.find((one) => one.name === name);
  if (!definition) throw refuse('INVALID_QUERY', { problems: `Unknown name in 'sort': '${name.slice(0, 100)}'.` });
  return `custom.${definition.id}`;
};

/**
 * The facets that match a filter, any of them. Throws INVALID_QUERY for an undefined field and for impossible values.
 */
export const facetsOfFilter = (
  definitions: readonly CustomDefinition[],
  { name, values }: { readonly name: string; readonly values: readonly string[] },
): string[] => {
  const definition = definitions.find((one) => one.name === name);
  if (!definition) throw refuse('INVALID_QUERY', { problems: `Unknown parameter '${name.slice(0, 100)}'.` });
  const { id, type } = definition;
  const texts = type === 'dropdown' ? values.flatMap((text) => listStoredTexts(definition, text)) : values;
  const facets = texts.map((text) => {
    const read = type === 'number' ? readNumber(text) : type === 'date' ? readDay(text) : { ok: text };
    if ('expected' in read)
      throw refuse('INVALID_QUERY', { problems: `Parameter '${name.slice(0, 100)}' must be ${read.expected}.` });
    return formatFacet(id, read.ok ?? '');
  });
  return [...new Set(facets)];
};
