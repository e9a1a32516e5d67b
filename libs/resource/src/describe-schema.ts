import type { JsonSchema } from './codec';

/** Key of a schema with the meaning of each word of an enumeration, as renderers of OpenAPI read it. */
export const ENUM_DESCRIPTIONS = 'x-enumDescriptions';

/**
 * Key of a schema whose values are also read from text, with an example: SDKs accept both, while the description has
 * one JSON type.
 */
export const ACCEPTS_TEXT = 'x-acceptsText';

const wordsOf = (schema: JsonSchema): Readonly<Record<string, string>> | undefined => {
  const items = schema['items'] as JsonSchema | undefined;
  return (schema[ENUM_DESCRIPTIONS] ?? items?.[ENUM_DESCRIPTIONS]) as Readonly<Record<string, string>> | undefined;
};

/** The text about a value, and a line for each word of its enumeration. */
export const formatDescription = (schema: JsonSchema, text: string): string => {
  const words = Object.entries(wordsOf(schema) ?? {});
  const example = schema[ACCEPTS_TEXT] as string | undefined;
  const notation = example === undefined ? '' : ` Text such as \`${example}\` is read too.`;
  return [text + notation, ...words.map(([word, meaning]) => `- \`${word}\`: ${meaning}`)].join('\n');
};

/** The schema with a text about its value; unchanged without one. */
export const describeSchema = (schema: JsonSchema, text: string | undefined): JsonSchema =>
  text === undefined ? schema : { ...schema, description: formatDescription(schema, text) };
