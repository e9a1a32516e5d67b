import { refuse } from '@porchlight/errors';
import type * as z from 'zod';
import { MISSING, type Codec } from './codec';
import { CUSTOM_NAME, customValue } from './codecs/custom-values';
import { fieldsOf, type Descriptor, type Row } from './descriptor';
import type { Field } from './field';

/** A body as the service gets it: values, and the names that were present. Present without value means null. */
export interface Parsed<R> {
  readonly record: R;
  readonly mask: string[];
}

type AnyField = Field<unknown>;

/** The record without any value, as the generated encoder wants it: lists and maps empty, id and version 0. */
export const emptyRecord = <R extends Row>(descriptor: Descriptor<R>): R => {
  const record: Record<string, unknown> = { id: 0, version: 0 };
  for (const [name, { codec }] of Object.entries(fieldsOf(descriptor))) {
    if (codec.parts?.item) record[name] = [];
    else if (codec.parts?.map) record[name] = {};
  }
  return record as unknown as R;
};

/** Field names by the names that bodies use. */
const namesIn = (fields: Readonly<Record<string, AnyField>>): Map<string, string> => {
  const names = new Map<string, string>();
  for (const [name, { as }] of Object.entries(fields)) {
    names.set(name, name);
    if (as !== undefined) names.set(as, name);
  }
  return names;
};
const known = new WeakMap<object, Map<string, string>>();
const nameOf = (fields: Readonly<Record<string, AnyField>>, key: string): string | undefined => {
  let names = known.get(fields);
  if (!names) known.set(fields, (names = namesIn(fields)));
  return names.get(key);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quote = (names: readonly string[]): string => names.map((n) => `'${n.slice(0, 100)}'`).join(', ');

const sentencesOf = (path: string, issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.map((issue) => {
    const where = [path, ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys') return `Unknown fields: ${quote(issue.keys.map((k) => `${where}.${k}`))}.`;
    return issue.message === MISSING ? `Missing '${where}' field.` : `Field '${where}' ${issue.message}.`;
  });

/** Entries of a form's list; those that were left empty are none. */
const entriesFromForm = (item: Codec<never>, values: readonly unknown[]): unknown[] =>
  values.map((part) => fromForm(item, part)).filter((part) => part !== null);

/** Form values are all text: turn them into what each codec expects, also deep inside; null for what was left empty and is no text. */
const fromForm = (codec: Codec<never>, value: unknown): unknown => {
  const { item, fields } = codec.parts ?? {};
  if (typeof value === 'string' && item) return value.trim() === '' ? null : [fromForm(item, value)];
  if (typeof value === 'string') return codec.fromText(value);
  if (item && Array.isArray(value)) return entriesFromForm(item, value);
  if (item && isObject(value)) {
    // a[0]=x&a[2]=y arrives as an object once indexes are sparse.
    return Object.keys(value).every((k) => /^\d+$/.test(k)) ? entriesFromForm(item, Object.values(value)) : [fromForm(item, value)];
  }
  if (fields && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, Object.hasOwn(fields, k) ? fromForm(fields[k]!, v) : v]));
  return value;
};

const anyCustom = customValue().schema;

const present = (field: AnyField, verb: 'create' | 'update'): boolean =>
  field.in === 'always' || (field.in === 'create' && verb === 'create');

/** True when a body names custom fields, or what looks like them. */
export const namesCustomFields = (descriptor: Pick<Descriptor, 'custom'>, body: unknown): boolean =>
  descriptor.custom !== undefined &&
  isObject(body) &&
  Object.entries(body).some(([key, value]) => CUSTOM_NAME.test(key) || (isObject(value) && Object.keys(value).some((name) => CUSTOM_NAME.test(name))));

/** Custom fields that nobody defined, in an object inside the body that takes such: a lead's person. */
const undefinedWithin = (name: string, { codec }: AnyField, raw: unknown, customNames: ReadonlySet<string>): string[] => {
  const takesCustom = Object.values(codec.parts?.fields ?? {}).some((part) => part.parts?.map);
  if (!takesCustom || !isObject(raw)) return [];
  return Object.keys(raw).flatMap((key) => (CUSTOM_NAME.test(key) && !customNames.has(key) ? [`${name}.${key}`] : []));
};

/**
 * Reads a body by its descriptor. Reports all problems at once (decisions section 1); unknown keys are refused by name,
 * except `system` and read-only fields. Names of custom fields are the owning service's to judge, unless they are given.
 * Throws Refusal INVALID_BODY.
 */
export const parseBody = <R extends Row>(
  descriptor: Descriptor<R>,
  body: unknown,
  verb: 'create' | 'update',
  format: 'json' | 'form' = 'json',
  customNames?: ReadonlySet<string>,
): Parsed<R> => {
  if (!isObject(body)) throw refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' });
  const fields = fieldsOf(descriptor);
  const record = emptyRecord(descriptor) as unknown as Record<string, unknown>;
  const mask: string[] = [];
  const problems: string[] = [];
  const unknown: string[] = [];
  const custom: Record<string, string> = {};
  for (const key of Object.keys(body)) {
    const name = nameOf(fields, key);
    if (name === undefined) {
      if (descriptor.custom && CUSTOM_NAME.test(key) && (customNames?.has(key) ?? true)) {
        const value = anyCustom.safeParse(body[key]);
        if (value.success) custom[key] = value.data;
        else problems.push(...sentencesOf(key, value.error.issues.slice(0, 1)));
      } else if (key !== 'system') unknown.push(key);
      continue;
    }
    const field = fields[name]!;
    if (!present(field, verb)) continue;
    const raw = format === 'form' ? fromForm(field.codec as unknown as Codec<never>, body[key]) : body[key];
    if (raw === null && (!field.nullable || !field.codec.parts?.item)) {
      // A field of a form that was left empty and cannot be cleared is as if it were not there.
      const isLeft = format === 'form' && body[key] !== null && !field.required;
      if (field.nullable) mask.push(name);
      else if (!isLeft) problems.push(`Field '${name}' must not be ${format === 'form' ? 'empty' : 'null'}.`);
      continue;
    }
    if (customNames) unknown.push(...undefinedWithin(name, field, raw, customNames));
    const result = field.codec.schema.safeParse(raw);
    if (!result.success) problems.push(...sentencesOf(name, result.error.issues));
    else {
      record[name] = result.data;
      mask.push(name);
    }
  }
  if (Object.keys(custom).length > 0) {
    record['customFields'] = custom;
    mask.push('customFields');
  }
  if (verb === 'create')
    for (const [name, field] of Object.entries(fields))
      if (field.required && !Object.hasOwn(body, name) && !(field.as !== undefined && Object.hasOwn(body, field.as))) problems.push(`Missing '${name}' field.`);
  if (unknown.length > 0) problems.push(`Unknown fields: ${quote(unknown.slice(0, 50))}.`);
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.slice(0, 50).join(' ') });
  return { record: record as unknown as R, mask };
};
