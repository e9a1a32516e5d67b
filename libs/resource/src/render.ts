import { CUSTOM_NAME } from './codecs/custom-value-codecs';
import { getFields, type Descriptor, type Row } from './descriptor';
import type { FieldNames } from './parse-query';

/** Converts a record to public JSON. */
export type Renderer<R> = (record: R, fields?: FieldNames) => Record<string, unknown>;

/**
 * An object to copy. V8 turns an object into a hash table when more than 12 computed names are added to it one by one;
 * a parsed object and its copies stay fast, also to stringify.
 */
const createTemplate = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const names = Object.fromEntries(entries.map(([name]) => [name, null]));
  return Object.assign(JSON.parse(JSON.stringify(names)) as Record<string, unknown>, Object.fromEntries(entries));
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

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
  const empty = createTemplate(byDefault.map(({ publicName, fallback }) => [publicName, fallback]));
  const byName = new Map(rows.map((row) => [row.publicName, row]));
  return (record, fields) => {
    const values = record as R & Record<string, unknown>;
    if (fields === undefined) {
      const whole = { ...empty };
      for (const row of byDefault) {
        const value = values[row.name];
        if (isSet(value)) whole[row.publicName] = row.render(value);
      }
      return whole;
    }
    const out: Record<string, unknown> = {};
    const custom = (descriptor.custom ? values['customFields'] : undefined) as Record<string, string> | undefined;
    for (const name of fields) {
      const row = byName.get(name);
      if (row) out[row.publicName] = isSet(values[row.name]) ? row.render(values[row.name]) : row.fallback;
      else if (name === '*') for (const key of Object.keys(custom ?? {})) out[key] = JSON.parse(custom![key]!);
      else if (CUSTOM_NAME.test(name)) out[name] = custom?.[name] === undefined ? null : JSON.parse(custom[name]);
    }
    return out;
  };
};
