import { describeUnknownFields } from '@porchlight/errors';
import { alike, reject, same, unlessEmpty, type Codec, type JsonSchema } from '../codec';
import { describeSchema } from '../describe-schema';
import { orNull } from '../nullable';
import { isObject, parseJsonText } from '../reading';
import { coerceList, coerceObject, MAX_UNKNOWN_SHOWN } from './coerce-compounds';
import { CUSTOM_NAME, readMap } from './custom-value-codecs';
import { isStorable, str } from './scalars';

type CodecsOf<T> = { readonly [K in keyof T]-?: Codec<NonNullable<T[K]>> };

/** Problems that an error shows: the further entries of a list are not read. */
const MAX_PROBLEMS = 50;

/** Moves keys that name custom fields into `customFields`, if the object has that part; they take precedence there. */
const gatherCustom = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  const { customFields: sent, ...others } = value;
  const entries = Object.entries(others);
  const custom = entries.filter(([name]) => CUSTOM_NAME.test(name));
  if (custom.length === 0) return value;
  const core = entries.filter(([name]) => !CUSTOM_NAME.test(name));
  const customFields = isObject(sent ?? {}) ? { ...(sent as object), ...Object.fromEntries(custom) } : sent;
  return { ...Object.fromEntries(core), customFields };
};

/** The first keys of an object that are none of its fields. */
const findUnknown = (body: object, fields: object): string[] => {
  const unknown: string[] = [];
  for (const name in body) {
    if (Object.hasOwn(fields, name)) continue;
    unknown.push(name);
    if (unknown.length === MAX_UNKNOWN_SHOWN) break;
  }
  return unknown;
};

/** Options of an object's parts. */
export interface ObjectOptions<T> {
  /** Required keys. */
  readonly required?: readonly (keyof T & string)[];
  /** Converts the value before validation. */
  readonly lift?: (value: unknown) => unknown;
  /** Description of accepted values for error messages; default `an object`. */
  readonly expected?: string;
  /** Values of absent keys. */
  readonly defaults?: Partial<T>;
  /** The meaning of each key for people who use the API; names of COMMON_DESCRIPTIONS need none. */
  readonly describe?: { readonly [K in keyof T]?: string };
  /** Keys that are rendered as null without a value instead of omitted; true for all. */
  readonly whole?: true | readonly (keyof T & string)[];
}

/** Compiles the reader of an object. Absent lists and maps are empty, because the wire format has no absent ones. */
const createObjectReader = <T extends object>(
  fields: CodecsOf<T>,
  { required = [], lift, expected = 'an object', defaults }: ObjectOptions<T>,
): Codec<T>['read'] => {
  const parts = (Object.keys(fields) as (keyof T & string)[]).map((name) => ({
    name,
    codec: fields[name] as Codec<unknown>,
    required: required.includes(name),
    isList: fields[name].parts?.item !== undefined,
    isMap: fields[name].parts?.map === true,
  }));
  const gathers = parts.some(({ isMap }) => isMap);
  return (value, path, problems) => {
    const lifted = lift ? lift(value) : value;
    const body = gathers ? gatherCustom(lifted) : lifted;
    if (!isObject(body)) return reject(problems, path, body, `must be ${expected}`);
    const before = problems.length;
    const out: Record<string, unknown> = { ...defaults };
    for (const { name, codec, required: isRequired, isList, isMap } of parts) {
      const part = body[name];
      if (isRequired || (part !== undefined && part !== null)) {
        const read = codec.read(part, `${path}.${name}`, problems);
        if (read !== undefined) out[name] = read;
      } else if (out[name] === undefined && (isList || isMap)) out[name] = isList ? [] : {};
    }
    const unknown = findUnknown(body, fields);
    if (unknown.length > 0) problems.push(describeUnknownFields(unknown.map((name) => `${path}.${name}`)));
    return problems.length === before ? (out as T) : undefined;
  };
};

/**
 * A nested object. Unknown keys are rejected by name; null means absent. With a part `customFields`, keys that name
 * custom fields are moved there.
 */
export const object = <T extends object>(fields: CodecsOf<T>, options: ObjectOptions<T> = {}): Codec<T> => {
  const { required = [], whole = [], describe = {} } = options;
  const names = Object.keys(fields) as (keyof T & string)[];
  const optional = names.filter((name) => !required.includes(name) && !fields[name].parts?.item);
  const orNulls = new Set<string>(whole === true ? optional : whole);
  const texts: Readonly<Record<string, string | undefined>> = describe;
  const shows = (name: keyof T & string): JsonSchema =>
    describeSchema(orNulls.has(name) ? orNull(fields[name].shows) : fields[name].shows, texts[name]);
  const taken = names.filter((name) => !fields[name].parts?.map);
  // What a reader requires or completes is stored, and messages have every list.
  const present = names.filter(
    (name) =>
      required.includes(name) || orNulls.has(name) || fields[name].parts?.item || name in (options.defaults ?? {}),
  );
  return {
    read: createObjectReader(fields, options),
    render: (value) => {
      const out: Record<string, unknown> = {};
      for (const name of names) {
        const part = value[name] as NonNullable<T[typeof name]> | undefined;
        if (part !== undefined) out[name] = fields[name].render(part);
        else if (orNulls.has(name)) out[name] = null;
      }
      return out;
    },
    fromText: unlessEmpty(same),
    coerce: coerceObject(fields, options.lift),
    takes: {
      type: 'object',
      properties: Object.fromEntries(taken.map((name) => [name, describeSchema(fields[name].takes, texts[name])])),
      ...(required.length > 0 && { required: [...required] }),
    },
    shows: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, shows(name)])),
      ...(present.length > 0 && { required: present }),
    },
    parts: { fields: fields },
  };
};

/** The array in a text: its JSON, or the text as the only entry. */
const arrayOfText = (value: string): unknown[] => [parseJsonText(value)].flat();

/**
 * An array of at most `max` entries; null counts as empty. `orText`: a text counts as an array of it, or is one as
 * JSON.
 */
export const list = <T>(item: Codec<T>, max = 100, options: { orText?: boolean } = {}): Codec<T[]> => ({
  read: (value, path, problems) => {
    const values: unknown = options.orText && typeof value === 'string' ? arrayOfText(value) : (value ?? []);
    if (!Array.isArray(values)) return reject(problems, path, values, 'must be an array');
    // Before the entries are read: their number is bounded by the size of the body only.
    if (values.length > max)
      return reject(problems, path, values, `must have at most ${max} entries, not ${values.length}`);
    const before = problems.length;
    const out: T[] = [];
    for (let at = 0; at < values.length && problems.length - before < MAX_PROBLEMS; at++) {
      const read = item.read(values[at], `${path}.${at}`, problems);
      if (read !== undefined) out.push(read);
    }
    return problems.length === before ? out : undefined;
  },
  render: (values) => values.map(item.render),
  fromText: same,
  coerce: coerceList(item, max, options.orText ? arrayOfText : undefined),
  takes: { type: 'array', items: item.takes, maxItems: max },
  shows: { type: 'array', items: item.shows },
  parts: { item: item },
});

const NAME = str({ min: 1 });

/** An object whose keys and values are names: at most `max` entries of 255 characters each. */
export const textMap = (max: number): Codec<Record<string, string>> => ({
  read: (value, path, problems) => {
    const map = readMap(NAME, value ?? {}, path, problems);
    if (map === undefined || Object.keys(map).length <= max) return map;
    return reject(problems, path, map, `must have at most ${max} entries`);
  },
  render: (value) => value,
  fromText: unlessEmpty(same),
  ...alike({ type: 'object', additionalProperties: { type: 'string', maxLength: 255 } }),
  parts: { map: true },
});

/** What the API document says about an object: its values, or its whole schema. */
export type ObjectSchema = { readonly values: JsonSchema } | { readonly schema: JsonSchema };

const schemaOf = (described: ObjectSchema | undefined): JsonSchema => {
  if (described === undefined) return { type: 'object' };
  return 'schema' in described ? described.schema : { type: 'object', additionalProperties: described.values };
};

/** A JSON object of at most `max` characters, stored as text. */
export const jsonObject = (max: number, described?: ObjectSchema): Codec<string> => ({
  read: (value, path, problems) => {
    if (!isObject(value)) return reject(problems, path, value, 'must be an object');
    const json = JSON.stringify(value);
    if (json.length <= max && isStorable(json) && !json.includes('\\u0000')) return json;
    return reject(problems, path, value, `must be at most ${max} characters long and without NUL characters`);
  },
  render: (json) => JSON.parse(json) as unknown,
  fromText: unlessEmpty((raw) => {
    try {
      return JSON.parse(raw) as unknown;
    } catch {
      return raw;
    }
  }),
  ...alike(schemaOf(described)),
});
