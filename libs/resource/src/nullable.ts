import type { JsonSchema } from './codec';

/** Makes a schema accept null. */
export const orNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: words } = schema;
  if (Array.isArray(words))
    return { ...schema, ...(type !== undefined && { type: [type, 'null'].flat() }), enum: [...words, null] };
  return type === undefined ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [type, 'null'].flat() };
};
