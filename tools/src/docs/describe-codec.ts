import type { Codec, JsonSchema } from '@porchlight/resource';

/** Description of a value for callers. */
export interface ValueShape {
  /** Type names of the specification: int, str, bool, 0/1, ts, object, id. */
  readonly type: string;
  /** Limits in words; empty if the type is sufficient. */
  readonly limits: string;
  /** The meaning of the value in one line; empty if the schema has none. */
  readonly about: string;
  /** Named parts, of an object or of the entries of a list. */
  readonly parts: Readonly<Record<string, ValueShape>>;
  /** Names of required parts. */
  readonly required: readonly string[];
}

const INT32_MAX = 2_147_483_647;

const intLimits = ({ minimum, maximum }: JsonSchema): string => {
  const most = maximum === INT32_MAX ? undefined : maximum;
  if (minimum === -INT32_MAX - 1) return most === undefined ? '' : `at most ${most}`;
  return most === undefined ? `${minimum} or more` : `between ${minimum} and ${most}`;
};

const textLimits = ({ maxLength, minLength }: JsonSchema): string =>
  [
    maxLength !== undefined && `at most ${maxLength} characters`,
    minLength !== undefined && (minLength === 1 ? 'not empty' : `at least ${minLength}`),
  ]
    .filter(Boolean)
    .join(', ');

const plain = (takes: JsonSchema, shows: JsonSchema): { type: string; limits: string } => {
  const { type } = takes;
  if (type === 'boolean') return { type: 'bool', limits: '' };
  if (type === 'integer' && takes['minimum'] === 0 && takes['maximum'] === 1) return { type: '0/1', limits: '' };
  if (type === 'integer') return { type: 'int', limits: intLimits(takes) };
  if (shows['format'] === 'date-time') return { type: 'ts', limits: '' };
  if (shows['format'] === 'date') return { type: 'date', limits: 'YYYY-MM-DD' };
  if (Array.isArray(takes['enum'])) return { type: 'str', limits: `one of ${(takes['enum'] as string[]).join(', ')}` };
  if (type === 'string') return { type: 'str', limits: textLimits(takes) };
  return { type: 'object', limits: '' };
};

/** A description with a list of words, for a cell of a table. */
export const inOneLine = (text: string): string => text.replaceAll(/\n- /g, ' ');

/** Describes a codec from its schemas of input and output. */
export const describeCodec = ({ takes, shows }: Pick<Codec<unknown>, 'takes' | 'shows'>): ValueShape => {
  const part = (name: string): { takes: JsonSchema; shows: JsonSchema } => ({
    takes: ((takes['properties'] ?? {}) as Record<string, JsonSchema>)[name] ?? {},
    shows: ((shows['properties'] ?? {}) as Record<string, JsonSchema>)[name] ?? {},
  });
  const about = inOneLine(String(shows['description'] ?? takes['description'] ?? ''));
  if (takes['type'] === 'array') {
    const entry = describeCodec({ takes: takes['items'] as JsonSchema, shows: shows['items'] as JsonSchema });
    const limits = [`at most ${String(takes['maxItems'])} entries`, entry.limits && `each: ${entry.limits}`]
      .filter(Boolean)
      .join('; ');
    return { about, type: `array of ${entry.type}`, limits, parts: entry.parts, required: entry.required };
  }
  const parts = Object.fromEntries(
    Object.keys((takes['properties'] ?? {}) as object).map((name) => [name, describeCodec(part(name))]),
  );
  return { about, ...plain(takes, shows), parts, required: (takes['required'] as string[] | undefined) ?? [] };
};
