import * as z from 'zod';
import { alike, must, same, type Codec } from '../codec';
import { fit, isObject, unwrapSingle, type Reading } from '../reading';
import { coerceText } from './coercions';

/** Prefix of the names of custom fields (decisions section 6); no core name has it. */
export const CUSTOM_NAME = /^custom[\p{L}\p{N}]{1,255}$/u;
/** Longest value of a custom field, as JSON. */
const MAX_CUSTOM_VALUE = 65_536;

const customText = z
  .string()
  .max(MAX_CUSTOM_VALUE)
  .refine((s) => s.isWellFormed() && !s.includes('\0'));
const customError = must(`a string of at most ${MAX_CUSTOM_VALUE} characters, a number or null`);

/** The value of a custom field as JSON; the owning service checks it against the field's type. */
export const customValue = (): Codec<string> => ({
  schema: z
    .union([customText, z.number(), z.boolean(), z.null()], { error: customError })
    .transform((value) => JSON.stringify(value)),
  coerce: coerceText({ max: MAX_CUSTOM_VALUE, trim: false, numbers: false, single: false }),
  render: (value) => JSON.parse(value) as unknown,
  fromText: same,
  takes: { type: ['string', 'number', 'boolean', 'null'] },
  shows: { type: ['string', 'number', 'boolean', 'null'] },
});

const ANY_VALUE = customValue();

/** Converts each value by itself. */
const coerceEntries = (value: unknown, reading: Reading, path: string): unknown => {
  const given = reading.converts ? unwrapSingle(value) : value;
  if (!isObject(given)) return reading.unreadable(path, value);
  const entries = Object.entries(given).map(
    ([name, entry]) => [name, fit(ANY_VALUE, entry, reading, `${path}.${name}`)] as const,
  );
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
};

/** Values of custom fields by name; stored separately, shown like other fields. */
export const customValues = (): Codec<Record<string, string>> => ({
  schema: z.record(z.string(), customValue().schema),
  render: (values) => values,
  fromText: same,
  coerce: coerceEntries,
  ...alike({ type: 'object' }),
  parts: { map: true },
});
