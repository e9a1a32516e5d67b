/** Reads a field whose name is known at run time only. */
export const readField = (from: object, name: string): unknown => (from as Readonly<Record<string, unknown>>)[name];
