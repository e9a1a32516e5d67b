import type { JsonSchema } from './codec';

/** Key of a schema with the meaning of each word of an enumeration, as renderers of OpenAPI read it. */
export const ENUM_DESCRIPTIONS = 'x-enumDescriptions';

const wordsOf = (schema: JsonSchema): Readonly<Record<string, string>> | undefined => {
  const items = schema['items'] as JsonSchema | undefined;
  return (schema[ENUM_DESCRIPTIONS] ?? items?.[ENUM_DESCRIPTIONS]) as Readonly<Record<string, string>> | undefined;
};

/** The text about a value, and a line for each word of its enumeration. */
export const formatDescription = (schema: JsonSchema, text: string): string => {
  const words = Object.entries(wordsOf(schema) ?? {});
  return [text, ...words.map(([word, meaning]) => `- \`${word}\`: ${meaning}`)].join('\n');
};

/** The schema with a text about its value; unchanged without one. */
export const describeSchema = (schema: JsonSchema, text: string | undefined): JsonSchema =>
  text === undefined ? schema : { ...schema, description: formatDescription(schema, text) };
