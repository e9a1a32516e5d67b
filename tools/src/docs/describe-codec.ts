import type { Codec } from '@porchlight/resource';

/** What a caller must know of a value. */
export interface ValueShape {
  /** As the specification names types: int, str, bool, 0/1, ts, object, id. */
  readonly type: string;
  /** Limits in words; empty when the type says all. */
  readonly limits: string;
  /** Named parts, of an object or of the entries of a list. */
  readonly parts: Readonly<Record<string, ValueShape>>;
  /** Names of the parts that must be there. */
  readonly required: readonly string[];
}

type AnyCodec = Codec<never>;

const INT32 = 'must be an integer between -2147483648 and 2147483647';
const LONG_TEXT = 'x'.repeat(200_000);
const MANY = 2_000;
const NOTHING = (): void => undefined;

const problemsOf = (codec: AnyCodec, value: unknown): { message: string; path: readonly PropertyKey[] }[] => {
  const { error } = codec.schema.safeParse(value);
  return error ? error.issues.map(({ message, path }) => ({ message, path })) : [];
};

const problemOf = (codec: AnyCodec, value: unknown): string => problemsOf(codec, value)[0]?.message ?? '';

/**
 * Describes a codec by what it says when its limits are broken: limits live in the checks, and this is what a caller
 * would be told.
 */
export const describeCodec = (codec: AnyCodec): ValueShape => {
  const none = { limits: '', parts: {}, required: [] };
  const { item, fields } = codec.parts ?? {};
  if (item) {
    const entry = describeCodec(item);
    const most = problemsOf(
      codec,
      Array.from({ length: MANY }, () => sampleOf(item)),
    ).find(({ path }) => path.length === 0);
    const limits = [most?.message.replace(/^must have /, ''), entry.limits && `each: ${entry.limits}`]
      .filter(Boolean)
      .join('; ');
    return { type: `array of ${entry.type}`, limits, parts: entry.parts, required: entry.required };
  }
  if (fields) {
    const parts = Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, describeCodec(part)]));
    const required = problemsOf(codec, {}).map(({ path }) => String(path[0]));
    return { ...none, type: 'object', parts, required };
  }
  const expected = problemOf(codec, NOTHING);
  if (expected.startsWith('must be an integer'))
    return {
      ...none,
      type: 'int',
      limits:
        expected === INT32
          ? ''
          : expected.replace(/^must be an integer /, '').replace(/^between (-?\d+) and 2147483647$/, '$1 or more'),
    };
  if (expected.startsWith('must be true'))
    return { ...none, type: codec.render(true as never) === 1 ? 'bool in, 0/1 out' : 'bool' };
  if (expected.startsWith('must be a time')) return { ...none, type: 'ts' };
  if (expected.startsWith('must be one of')) return { ...none, type: 'str', limits: expected.replace(/^must be /, '') };
  if (expected === 'must be an id') return { ...none, type: 'str', limits: 'an id, as text or number' };
  if (expected === 'must be a string') {
    const most = problemOf(codec, LONG_TEXT).replace(/^must be (.*) long$/, '$1');
    return {
      ...none,
      type: 'str',
      limits: [most, problemOf(codec, '').replace(/^must not be /, 'not ')].filter(Boolean).join(', '),
    };
  }
  throw new Error(`A codec says '${expected}', which no description is known for.`);
};

/** A value that the codec takes. */
const sampleOf = (codec: AnyCodec): unknown => {
  const { item, fields } = codec.parts ?? {};
  if (item) return [];
  if (fields)
    return Object.fromEntries(problemsOf(codec, {}).map(({ path }) => [path[0], sampleOf(fields[String(path[0])]!)]));
  const candidates = [
    'x',
    1,
    true,
    '2026-01-31T12:00:00Z',
    problemOf(codec, NOTHING)
      .replace(/^must be one of /, '')
      .split(', ')[0],
  ];
  return candidates.find((value) => codec.schema.safeParse(value).success);
};
