import * as z from 'zod';
import { orNull } from './nullable';

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * How one value travels: JSON in (checked by zod), wire value inside, JSON out.
 * T is the type in the generated message, without undefined.
 */
export interface Codec<T> {
  /** Checks and converts a JSON value. Messages read as the end of "Field 'x' …". */
  readonly schema: z.ZodType<T, unknown>;
  /** The JSON that a caller sees. */
  readonly render: (value: T) => unknown;
  /** Converts text of a form or a query string to what the schema expects; the text itself when it does not fit. */
  readonly fromText: (text: string) => unknown;
  /** What a caller may send, and what a caller is shown, for the description of the API. */
  readonly takes: JsonSchema;
  readonly shows: JsonSchema;
  /** Codecs of the parts, so that form values deep inside are converted too. */
  readonly parts?: {
    readonly fields?: Readonly<Record<string, Codec<never>>>;
    readonly item?: Codec<never>;
    /** Values by free names; never absent on the wire. */
    readonly map?: true;
  };
}

export const INT32_MAX = 2_147_483_647;
export const INT32_MIN = -2_147_483_648;

/** Shown for undefined where a value is required; the body parser turns it into "Missing 'x' field." */
export const MISSING = 'is missing';

const must =
  (expected: string) =>
  (issue: { input?: unknown }): string =>
    issue.input === undefined ? MISSING : `must be ${expected}`;

/** Both at once, where a caller is shown what may be sent. */
const alike = (schema: JsonSchema): { takes: JsonSchema; shows: JsonSchema } => ({ takes: schema, shows: schema });

const identity = <T>(value: T): T => value;
const same = (text: string): unknown => text;

/** A 32-bit integer (decisions section 1), optionally narrower. */
export const int = (limits: { min?: number; max?: number } = {}): Codec<number> => {
  const { min = INT32_MIN, max = INT32_MAX } = limits;
  const expected = must(`an integer between ${min} and ${max}`);
  return {
    schema: z
      .number({ error: expected })
      .refine((n) => Number.isInteger(n) && n >= min && n <= max, { error: expected }),
    render: identity,
    fromText: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
    ...alike({ type: 'integer', format: 'int32', minimum: min, maximum: max }),
  };
};

/** Valid Unicode without NUL, at most `max` characters; trimmed when it names something. */
export const str = (options: { max?: number; trim?: boolean; min?: number } = {}): Codec<string> => {
  const { max = 255, trim = true, min = 0 } = options;
  const base = z
    .string({ error: must('a string') })
    .refine((s) => s.isWellFormed() && !s.includes('\0'), { error: 'must be valid Unicode without NUL characters' })
    .transform((s) => (trim ? s.trim() : s));
  return {
    schema: base
      .refine((s) => s.length <= max, { error: `must be at most ${max} characters long` })
      .refine((s) => s.length >= min, { error: 'must not be empty' }),
    render: identity,
    fromText: same,
    takes: { type: 'string', maxLength: max, ...(min > 0 && { minLength: min }) },
    shows: { type: 'string' },
  };
};

/** Long text: not trimmed, 65,536 characters unless said otherwise. */
export const text = (max = 65_536): Codec<string> => str({ max, trim: false });

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
]);

const booleanSchema = z
  .unknown()
  .refine((v) => BOOLEANS.has(v), { error: (issue) => must('true, false, 1 or 0')(issue) })
  .transform((v) => BOOLEANS.get(v) as boolean);

const booleanFromText = (raw: string): unknown =>
  ({ true: true, false: false, '1': true, '0': false })[raw.toLowerCase()] ?? raw;

/** true/false/1/0 in, true/false out. */
export const bool = (): Codec<boolean> => ({
  schema: booleanSchema,
  render: identity,
  fromText: booleanFromText,
  // Two kinds, not one list of words of both: makers of clients refuse those.
  takes: { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }] },
  shows: { type: 'boolean' },
});

/** true/false/1/0 in, 0/1 out, as the specification says of some fields. */
export const bit = (): Codec<boolean> => ({ ...bool(), render: (value) => (value ? 1 : 0), shows: { type: 'integer', enum: [0, 1] } });

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/;
const PLAIN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** Reads a time (decisions section 1): ISO 8601 with Z or an offset, or YYYY-MM-DD hh:mm:ss as UTC. Undefined when it is none. */
export const parseTime = (raw: string): Date | undefined => {
  const plain = PLAIN.exec(raw);
  const iso = plain ? `${plain[1]}T${plain[2]}Z` : raw;
  if (!ISO.test(iso)) return undefined;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return undefined;
  // Date rolls 31 February over into March; such a day does not exist.
  const day = Number(iso.slice(8, 10));
  return day <= daysInMonth(Number(iso.slice(0, 4)), Number(iso.slice(5, 7))) ? date : undefined;
};

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** YYYY-MM-DDThh:mm:ssZ */
export const renderTime = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

const TIME = 'a time such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00';

/** A moment, kept as UTC. */
export const time = (): Codec<Date> => ({
  schema: z.string({ error: must(TIME) }).transform((raw, context): Date => {
    const date = parseTime(raw);
    if (date) return date;
    context.addIssue({ code: 'custom', message: `must be ${TIME}` });
    return z.NEVER;
  }) as unknown as z.ZodType<Date, unknown>,
  render: renderTime,
  fromText: same,
  takes: { type: 'string', description: 'ISO 8601 with Z or an offset, or YYYY-MM-DD hh:mm:ss as UTC.', examples: ['2026-01-31T12:00:00Z'] },
  shows: { type: 'string', format: 'date-time' },
});

const DAY = 'a day such as 2026-01-31';

/** A day of the calendar, YYYY-MM-DD, that exists. */
export const day = (): Codec<string> => ({
  schema: z
    .string({ error: must(DAY) })
    .refine((raw) => /^\d{4}-\d{2}-\d{2}$/.test(raw) && parseTime(`${raw} 00:00:00`) !== undefined, { error: `must be ${DAY}` }),
  render: identity,
  fromText: same,
  ...alike({ type: 'string', format: 'date' }),
});

/** Names of custom fields begin with this (decisions section 6); no core name does. */
export const CUSTOM_NAME = /^custom[\p{L}\p{N}]{1,255}$/u;
/** Longest value of a custom field, as JSON. */
const MAX_CUSTOM_VALUE = 65_536;

const customError = must(`a string of at most ${MAX_CUSTOM_VALUE} characters, a number or null`);

/** The value of a custom field as JSON; the owning service checks it against the field's type. */
export const customValue = (): Codec<string> => ({
  schema: z
    .union([z.string().max(MAX_CUSTOM_VALUE).refine((s) => s.isWellFormed() && !s.includes('\0')), z.number(), z.boolean(), z.null()], { error: customError })
    .transform((value) => JSON.stringify(value)),
  render: (value) => JSON.parse(value) as unknown,
  fromText: same,
  takes: { type: ['string', 'number', 'boolean', 'null'] },
  shows: { type: ['string', 'number', 'boolean', 'null'] },
});

/** Values of custom fields by name; kept beside the fields, shown among them. */
export const customValues = (): Codec<Record<string, string>> => ({
  schema: z.record(z.string(), customValue().schema) as unknown as z.ZodType<Record<string, string>, unknown>,
  render: (values) => values,
  fromText: same,
  ...alike({ type: 'object' }),
  parts: { map: true },
});

/** Any JSON object of at most `max` characters of JSON, kept as that text. */
export const jsonObject = (max: number): Codec<string> => ({
  schema: z
    .record(z.string(), z.unknown(), { error: must('an object') })
    .transform((value) => JSON.stringify(value))
    .refine((json) => json.length <= max && json.isWellFormed() && !json.includes('\\u0000'), {
      error: `must be at most ${max} characters long and without NUL characters`,
    }) as unknown as z.ZodType<string, unknown>,
  render: (json) => JSON.parse(json) as unknown,
  fromText: (raw) => {
    try {
      return JSON.parse(raw) as unknown;
    } catch {
      return raw;
    }
  },
  ...alike({ type: 'object' }),
});

/** One of a closed list of words. */
export const oneOf = <const V extends string>(values: readonly V[]): Codec<string> => ({
  schema: z.enum(values as unknown as [string, ...string[]], { error: must(`one of ${values.join(', ')}`) }),
  render: identity,
  fromText: same,
  // More words may come; whoever reads must not break on one.
  takes: { type: 'string', enum: values },
  shows: { type: 'string' },
});

type CodecsOf<T> = { readonly [K in keyof T]-?: Codec<NonNullable<T[K]>> };

/** Moves keys that name custom fields into `customFields`, where the object has such. */
const gatherCustom = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const custom = entries.filter(([name]) => CUSTOM_NAME.test(name));
  if (custom.length === 0) return value;
  return { ...Object.fromEntries(entries.filter(([name]) => !CUSTOM_NAME.test(name))), customFields: Object.fromEntries(custom) };
};

/**
 * A nested object. Unknown keys are refused by name; `required` keys must be there; null means absent. With a part
 * `customFields`, keys that name custom fields go there. Keys of `whole` are shown as null where there is no value, instead of
 * being left out; true for all.
 */
export const object = <T extends object>(
  fields: CodecsOf<T>,
  options: { required?: readonly (keyof T & string)[]; lift?: (value: unknown) => unknown; defaults?: Partial<T>; whole?: true | readonly (keyof T & string)[] } = {},
): Codec<T> => {
  const required = new Set<string>(options.required ?? []);
  const names = Object.keys(fields) as (keyof T & string)[];
  const shape: Record<string, z.ZodType> = {};
  for (const name of names) {
    const schema = fields[name].schema as z.ZodType;
    shape[name] = required.has(name) ? schema : z.preprocess((v) => v ?? undefined, schema.optional());
  }
  const strict = z.strictObject(shape, { error: must('an object') });
  // Lists are there even when nothing was sent: the wire knows no absent list.
  const lists = names.filter((name) => fields[name].parts?.item);
  const maps = names.filter((name) => fields[name].parts?.map);
  const empty = (): object => Object.fromEntries([...lists.map((name) => [name, []]), ...maps.map((name) => [name, {}])]);
  const complete = strict.transform((value) => ({ ...empty(), ...options.defaults, ...dropUndefined(value) }));
  const { lift, whole = [] } = options;
  const orNulls = new Set<string>(whole === true ? names.filter((name) => !required.has(name) && !lists.includes(name)) : whole);
  const shows = (name: keyof T & string): JsonSchema => (orNulls.has(name) ? orNull(fields[name].shows) : fields[name].shows);
  const gather = maps.length > 0 ? (value: unknown) => gatherCustom(lift ? lift(value) : value) : lift;
  const schema = gather ? z.preprocess(gather, complete) : complete;
  return {
    schema: schema as unknown as z.ZodType<T, unknown>,
    render: (value) => {
      const out: Record<string, unknown> = {};
      for (const name of names) {
        const part = value[name] as NonNullable<T[typeof name]> | undefined;
        if (part !== undefined) out[name] = fields[name].render(part);
        else if (orNulls.has(name)) out[name] = null;
      }
      return out;
    },
    fromText: same,
    takes: {
      type: 'object',
      properties: Object.fromEntries(names.filter((name) => !fields[name].parts?.map).map((name) => [name, fields[name].takes])),
      ...(required.size > 0 && { required: [...required] }),
    },
    shows: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, shows(name)])) },
    parts: { fields: fields as unknown as Record<string, Codec<never>> },
  };
};

const dropUndefined = (value: object): object => {
  const out: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) if (part !== undefined) out[key] = part;
  return out;
};

/** An array of at most `max` entries; null counts as empty. `orText`: a bare string counts as an array of it. */
export const list = <T>(item: Codec<T>, max = 100, options: { orText?: boolean } = {}): Codec<T[]> => ({
  schema: z.preprocess(
    (v) => (options.orText && typeof v === 'string' ? [v] : (v ?? [])),
    z.array(item.schema, { error: must('an array') }).max(max, { error: `must have at most ${max} entries` }),
  ) as unknown as z.ZodType<T[], unknown>,
  render: (values) => values.map(item.render),
  fromText: same,
  takes: { type: 'array', items: item.takes, maxItems: max },
  shows: { type: 'array', items: item.shows },
  parts: { item: item as unknown as Codec<never> },
});

/** A string whose numbers are accepted too: stageId and its like. */
export const idText = (): Codec<string> => {
  const error = must('an id');
  return {
    schema: z
      .union([z.string(), z.number()], { error })
      .transform(String)
      .refine((s) => /^\d{1,10}$/.test(s) && Number(s) <= INT32_MAX, { error }),
    render: identity,
    fromText: same,
    takes: { type: ['string', 'integer'] },
    shows: { type: 'string' },
  };
};
