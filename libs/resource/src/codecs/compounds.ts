import * as z from 'zod';
import { alike, must, same, unlessEmpty, type Codec, type JsonSchema } from '../codec';
import { orNull } from '../nullable';
import { parseJsonText } from '../reading';
import { coerceList, coerceObject } from './coerce-compounds';
import { CUSTOM_NAME } from './custom-values';
import { str } from './scalars';

type CodecsOf<T> = { readonly [K in keyof T]-?: Codec<NonNullable<T[K]>> };

/** Moves keys that name custom fields into `customFields`, if the object has that part. */
const gatherCustom = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const custom = entries.filter(([name]) => CUSTOM_NAME.test(name));
  if (custom.length === 0) return value;
  const core = entries.filter(([name]) => !CUSTOM_NAME.test(name));
  return { ...Object.fromEntries(core), customFields: Object.fromEntries(custom) };
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
  /** Keys that are rendered as null without a value instead of omitted; true for all. */
  readonly whole?: true | readonly (keyof T & string)[];
}

const dropUndefined = (value: object): object => {
  const out: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) if (part !== undefined) out[key] = part;
  return out;
};

const objectSchema = <T extends object>(
  fields: CodecsOf<T>,
  { required = [], lift, expected = 'an object', defaults }: ObjectOptions<T>,
): z.ZodType<T, unknown> => {
  const names = Object.keys(fields) as (keyof T & string)[];
  const shape: Record<string, z.ZodType> = {};
  for (const name of names) {
    const schema = fields[name].schema as z.ZodType;
    shape[name] = required.includes(name) ? schema : z.preprocess((v) => v ?? undefined, schema.optional());
  }
  // Absent lists and maps are empty, because the wire format has no absent ones.
  const lists = names.filter((name) => fields[name].parts?.item);
  const maps = names.filter((name) => fields[name].parts?.map);
  const empty = (): object =>
    Object.fromEntries([...lists.map((name) => [name, []]), ...maps.map((name) => [name, {}])]);
  const complete = z
    .strictObject(shape, { error: must(expected) })
    .transform((value) => ({ ...empty(), ...defaults, ...dropUndefined(value) }) as T);
  const gather = maps.length > 0 ? (value: unknown) => gatherCustom(lift ? lift(value) : value) : lift;
  return gather ? z.preprocess(gather, complete) : complete;
};

/**
 * A nested object. Unknown keys are rejected by name; null means absent. With a part `customFields`, keys that name
 * custom fields are moved there.
 */
export const object = <T extends object>(fields: CodecsOf<T>, options: ObjectOptions<T> = {}): Codec<T> => {
  const { required = [], whole = [] } = options;
  const names = Object.keys(fields) as (keyof T & string)[];
  const optional = names.filter((name) => !required.includes(name) && !fields[name].parts?.item);
  const orNulls = new Set<string>(whole === true ? optional : whole);
  const shows = (name: keyof T & string): JsonSchema =>
    orNulls.has(name) ? orNull(fields[name].shows) : fields[name].shows;
  const taken = names.filter((name) => !fields[name].parts?.map);
  return {
    schema: objectSchema(fields, options),
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
      properties: Object.fromEntries(taken.map((name) => [name, fields[name].takes])),
      ...(required.length > 0 && { required: [...required] }),
    },
    shows: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, shows(name)])) },
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
  schema: z.preprocess(
    (v) => (options.orText && typeof v === 'string' ? arrayOfText(v) : (v ?? [])),
    z.array(item.schema, { error: must('an array') }).max(max, { error: `must have at most ${max} entries` }),
  ),
  render: (values) => values.map(item.render),
  fromText: same,
  coerce: coerceList(item, max, options.orText ? arrayOfText : undefined),
  takes: { type: 'array', items: item.takes, maxItems: max },
  shows: { type: 'array', items: item.shows },
  parts: { item: item },
});

/** An object whose keys and values are names: at most `max` entries of 255 characters each. */
export const textMap = (max: number): Codec<Record<string, string>> => ({
  schema: z.preprocess(
    (v) => v ?? {},
    z
      .record(z.string(), str({ min: 1 }).schema, { error: must('an object') })
      .refine((value) => Object.keys(value).length <= max, { error: `must have at most ${max} entries` }),
  ),
  render: (value) => value,
  fromText: unlessEmpty(same),
  ...alike({ type: 'object', additionalProperties: { type: 'string', maxLength: 255 } }),
  parts: { map: true },
});

/** A JSON object of at most `max` characters, stored as text. */
export const jsonObject = (max: number): Codec<string> => ({
  schema: z
    .record(z.string(), z.unknown(), { error: must('an object') })
    .transform((value) => JSON.stringify(value))
    .refine((json) => json.length <= max && json.isWellFormed() && !json.includes('\\u0000'), {
      error: `must be at most ${max} characters long and without NUL characters`,
    }),
  render: (json) => JSON.parse(json) as unknown,
  fromText: unlessEmpty((raw) => {
    try {
      return JSON.parse(raw) as unknown;
    } catch {
      return raw;
    }
  }),
  ...alike({ type: 'object' }),
});
