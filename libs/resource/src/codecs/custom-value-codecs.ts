import { alike, reject, same, type Codec } from '../codec';
import { fit } from '../fit-value';
import { isObject, unwrapSingle, type Reading } from '../reading';
import { coerceText } from './coercions';
import { isStorable } from './scalars';

/** Prefix of the names of custom fields (decisions section 6); no core name has it. */
export const CUSTOM_NAME = /^custom[\p{L}\p{N}]{1,255}$/u;
/** Longest value of a custom field, as JSON. */
const MAX_CUSTOM_VALUE = 65_536;

const isCustomValue = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= MAX_CUSTOM_VALUE && isStorable(value));

/** The value of a custom field as JSON; the owning service checks it against the field's type. */
export const customValue = (): Codec<string> => ({
  read: (value, path, problems) =>
    isCustomValue(value)
      ? JSON.stringify(value)
      : reject(problems, path, value, `must be a string of at most ${MAX_CUSTOM_VALUE} characters, a number or null`),
  coerce: coerceText({ max: MAX_CUSTOM_VALUE, trim: false, numbers: false, single: false }),
  render: (value) => JSON.parse(value) as unknown,
  fromText: same,
  takes: { type: ['string', 'number', 'boolean', 'null'] },
  shows: { type: ['string', 'number', 'boolean', 'null'] },
});

const ANY_VALUE = customValue();

/** Reads an object with arbitrary keys whose values have the same codec. */
export const readMap = <T>(
  codec: Codec<T>,
  value: unknown,
  path: string,
  problems: string[],
): Record<string, T> | undefined => {
  if (!isObject(value)) return reject(problems, path, value, 'must be an object');
  const before = problems.length;
  const out: Record<string, T> = {};
  for (const [key, entry] of Object.entries(value)) {
    // Setting this key would replace the prototype.
    if (key === '__proto__') continue;
    const read = codec.read(entry, `${path}.${key}`, problems);
    if (read !== undefined) out[key] = read;
  }
  return problems.length === before ? out : undefined;
};

/** Converts each value by itself. */
const coerceEntries = (value: unknown, reading: Reading, path: string): unknown => {
  const single = reading.converts ? unwrapSingle(value) : value;
  if (!isObject(single)) return reading.unreadable(path, value);
  const entries = Object.entries(single).map(
    ([name, entry]) => [name, fit(ANY_VALUE, entry, reading, `${path}.${name}`)] as const,
  );
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
};

/** Values of custom fields by name; stored separately, shown like other fields. */
export const customValues = (): Codec<Record<string, string>> => ({
  read: (value, path, problems) => readMap(ANY_VALUE, value, path, problems),
  render: (values) => values,
  fromText: same,
  coerce: coerceEntries,
  ...alike({ type: 'object' }),
  parts: { map: true },
});
