import { describeSchema, ENUM_DESCRIPTIONS, renderTime, type JsonSchema } from '@porchlight/resource';

/** The body of a list that always fits in one page. */
export const wrapped = (collection: string, records: readonly object[]): object => ({
  _metadata: { collection, offset: 0, limit: 100, total: records.length, next: null, nextLink: null },
  [collection]: records,
});

/** A time in JSON; null if absent. */
export const moment = (time: Date | undefined): string | null => (time ? renderTime(time) : null);

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const integer: JsonSchema = { type: 'integer' };
export const integerOrNull: JsonSchema = { type: ['integer', 'null'] };
export const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
/** A list of these items. */
export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** One of these words; `describe` says what each means. */
export const oneOfWords = <const W extends string>(
  words: readonly W[],
  describe?: Readonly<Record<W, string>>,
): JsonSchema => ({ type: 'string', enum: words, ...(describe && { [ENUM_DESCRIPTIONS]: describe }) });

/** An object that always has the required properties; by default all. `describe` says what each means. */
export const objectOf = <P extends Readonly<Record<string, JsonSchema>>>(
  properties: P,
  required: readonly (keyof P & string)[] = Object.keys(properties),
  describe: { readonly [K in keyof P]?: string } = {},
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, describeSchema(schema, describe[name])]),
  ),
  required,
});

/** The schema of `wrapped`; with another `next`, of a list with further pages. */
export const wrapper = (collection: string, item: JsonSchema, next: JsonSchema = { type: 'null' }): JsonSchema =>
  objectOf({
    _metadata: objectOf({
      collection: { type: 'string', const: collection },
      offset: integer,
      limit: integer,
      total: integer,
      next,
      nextLink: next,
    }),
    [collection]: arrayOf(item),
  });
