import { fieldsOf, type Descriptor, type Row } from './descriptor';

/** Turns a record into the JSON that callers see. */
export type Renderer<R> = (record: R, fields?: readonly string[]) => Record<string, unknown>;

/**
 * Compiles the renderer of a resource: shown fields in the descriptor's order, null (or the field's fallback) where there
 * is no value. With `fields` only those, and always the id.
 */
export const createRenderer = <R extends Row>(descriptor: Descriptor<R>): Renderer<R> => {
  const rows = Object.entries(fieldsOf(descriptor))
    .filter(([, field]) => field.shown)
    .map(([name, field]) => ({ name, render: field.codec.render, fallback: field.shown === 'whenSet' ? undefined : field.fallback }));
  const byName = new Map(rows.map((row) => [row.name, row]));
  return (record, fields) => {
    const values = record as unknown as Record<string, unknown>;
    const out: Record<string, unknown> = {};
    const put = (row: (typeof rows)[number]): void => {
      const value = values[row.name];
      out[row.name] = value === undefined || value === null ? row.fallback : row.render(value);
    };
    if (fields === undefined) for (const row of rows) put(row);
    else
      for (const name of fields) {
        const row = byName.get(name);
        if (row) put(row);
      }
    return out;
  };
};
