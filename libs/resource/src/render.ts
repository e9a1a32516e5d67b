import { CUSTOM_NAME } from './codecs/custom-values';
import { getFields, type Descriptor, type Row } from './descriptor';
import type { FieldNames } from './parse-query';

/** Converts a record to public JSON. */
export type Renderer<R> = (record: R, fields?: FieldNames) => Record<string, unknown>;

/**
 * Compiles the renderer of a resource: rendered fields in the descriptor's order, null (or the field's fallback)
 * without a value. With `fields` only those, and always the id; custom fields by their own names.
 */
export const createRenderer = <R extends Row>(descriptor: Descriptor<R>): Renderer<R> => {
  const rows = Object.entries(getFields(descriptor))
    .filter(([, field]) => field.visible)
    .map(([name, { publicName, codec, visible, fallback }]) => ({
      name,
      publicName: publicName ?? name,
      render: codec.render,
      byDefault: visible !== 'onRequest',
      fallback: visible === 'whenSet' ? undefined : fallback,
    }));
  const byDefault = rows.filter((row) => row.byDefault);
  const byName = new Map(rows.map((row) => [row.publicName, row]));
  return (record, fields) => {
    const values = record as R & Record<string, unknown>;
    const out: Record<string, unknown> = {};
    const put = (row: (typeof rows)[number]): void => {
      const value = values[row.name];
      out[row.publicName] = value === undefined || value === null ? row.fallback : row.render(value);
    };
    if (fields === undefined) {
      for (const row of byDefault) put(row);
      return out;
    }
    const custom = (descriptor.custom ? values['customFields'] : undefined) as Record<string, string> | undefined;
    for (const name of fields) {
      const row = byName.get(name);
      if (row) put(row);
      else if (name === '*') for (const key of Object.keys(custom ?? {})) out[key] = JSON.parse(custom![key]!);
      else if (CUSTOM_NAME.test(name)) out[name] = custom?.[name] === undefined ? null : JSON.parse(custom[name]);
    }
    return out;
  };
};
