import { refuse } from '@porchlight/errors';
import { quote, type Codec } from './codec';
import { CUSTOM_NAME, customValue } from './codecs/custom-values';
import { getFields, type Descriptor, type Row } from './descriptor';
import type { Field } from './field';
import { openEnvelope } from './open-envelope';
import { convert } from './fit-value';
import { isObject, parseJsonText, Reading, type ReadingMode } from './reading';

/** A parsed body: values, and the names of present fields. Present without a value means null. */
export interface Parsed<R> {
  readonly record: R;
  readonly mask: string[];
  /** Names of fields that were ignored or changed; empty in strict mode. */
  readonly ignored: readonly string[];
}

/** Options of `parseBody`. */
export interface BodyOptions {
  /** Values of forms are all text. Default: json. */
  readonly format?: 'json' | 'form';
  /** Default: strict. */
  readonly mode?: ReadingMode;
  /** Names of the account's custom fields; other names are unknown if this is set. */
  readonly customNames?: ReadonlySet<string> | undefined;
}

type AnyField = Field<unknown>;

/** A record whose fields are set by name. */
type OpenRow = Row & Record<string, unknown>;

/** Properties of the fields of a resource that the parser uses, computed once. */
interface BodyShape {
  /** Field names by the names that bodies use. */
  readonly names: ReadonlyMap<string, string>;
  readonly lists: readonly string[];
  readonly maps: readonly string[];
  readonly required: readonly (readonly [string, AnyField])[];
}

const shapes = new WeakMap<object, BodyShape>();

const getShape = (fields: Readonly<Record<string, AnyField>>): BodyShape => {
  let shape = shapes.get(fields);
  if (!shape) {
    const entries = Object.entries(fields);
    const named = (test: (field: AnyField) => unknown): string[] =>
      entries.flatMap(([name, field]) => (test(field) ? [name] : []));
    shape = {
      names: new Map(
        entries.flatMap(([name, { publicName }]) => [
          [name, name] as const,
          ...(publicName === undefined ? [] : [[publicName, name] as const]),
        ]),
      ),
      lists: named(({ codec }) => codec.parts?.item),
      maps: named(({ codec }) => codec.parts?.map),
      required: entries.filter(([, field]) => field.required),
    };
    shapes.set(fields, shape);
  }
  return shape;
};

/** The record without values, for the generated encoder: lists and maps empty, id and version 0. */
export const emptyRecord = <R extends Row>(descriptor: Descriptor<R>): R => {
  const { lists, maps } = getShape(getFields(descriptor));
  const record: OpenRow = { id: 0, version: 0 };
  for (const name of lists) record[name] = [];
  for (const name of maps) record[name] = {};
  return record as R & OpenRow;
};

/** Entries of a form's list without the empty ones. */
const entriesFromForm = (item: Codec<unknown>, values: readonly unknown[]): unknown[] =>
  values.map((part) => fromForm(item, part)).filter((part) => part !== null);

/**
 * Form values are all text: converts them to the types of the codecs, also nested ones; null for empty values of other
 * types.
 */
const fromForm = (codec: Codec<unknown>, value: unknown): unknown => {
  const { item, fields } = codec.parts ?? {};
  if (typeof value === 'string' && item) {
    // Connectors send a list of objects as JSON text in one field.
    const opened = item.parts?.fields ? parseJsonText(value) : value;
    if (Array.isArray(opened)) return opened;
    return value.trim() === '' ? null : [fromForm(item, value)];
  }
  if (typeof value === 'string') return codec.fromText(value);
  if (item && Array.isArray(value)) return entriesFromForm(item, value);
  if (item && isObject(value)) {
    // a[0]=x&a[2]=y is parsed to an object if indexes are sparse.
    return Object.keys(value).every((k) => /^\d+$/.test(k))
      ? entriesFromForm(item, Object.values(value))
      : [fromForm(item, value)];
  }
  if (fields && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [k, Object.hasOwn(fields, k) ? fromForm(fields[k]!, v) : v]),
    );
  return value;
};

const ANY_CUSTOM = customValue();

const present = (field: AnyField, verb: 'create' | 'update'): boolean =>
  field.writable === 'always' || (field.writable === 'create' && verb === 'create');

/** True if a body contains keys with the prefix of custom fields. */
export const namesCustomFields = (descriptor: Pick<Descriptor, 'custom'>, body: unknown): boolean =>
  descriptor.custom !== undefined &&
  isObject(body) &&
  Object.entries(body).some(
    ([key, value]) =>
      CUSTOM_NAME.test(key) || (isObject(value) && Object.keys(value).some((name) => CUSTOM_NAME.test(name))),
  );

/** Names of undefined custom fields in an object within the body that accepts custom fields: a lead's person. */
const undefinedWithin = ({ codec }: AnyField, raw: unknown, customNames: ReadonlySet<string>): string[] => {
  const takesCustom = Object.values(codec.parts?.fields ?? {}).some((part) => part.parts?.map);
  return takesCustom && isObject(raw)
    ? Object.keys(raw).filter((key) => CUSTOM_NAME.test(key) && !customNames.has(key))
    : [];
};

const without = (value: object, names: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Parses the values of one body and collects the problems. */
class BodyReader {
  readonly mask: string[] = [];
  readonly problems: string[] = [];
  readonly unknown: string[] = [];
  readonly reading: Reading;

  constructor(
    readonly record: OpenRow,
    readonly options: BodyOptions,
  ) {
    this.reading = new Reading(options.mode ?? 'strict');
  }

  /** Handles a name that the descriptor does not define. */
  refuseUnknown(path: string): void {
    if (this.reading.ignoresUnknown) this.reading.report(path);
    else this.unknown.push(path);
  }

  /** The value that its codec reads, after conversion if the codec rejects it; undefined if it was dropped. */
  private read(codec: Codec<unknown>, raw: unknown, path: string): unknown {
    const before = this.problems.length;
    const value = codec.read(raw, path, this.problems);
    if (value !== undefined) return value;
    this.problems.length = before;
    const coerced = convert(codec, raw, this.reading, path);
    return coerced === undefined && this.reading.drops ? undefined : codec.read(coerced, path, this.problems);
  }

  custom(key: string, raw: unknown): void {
    const value = this.read(ANY_CUSTOM, raw, key);
    if (value === undefined) return;
    ((this.record['customFields'] ??= {}) as Record<string, unknown>)[key] = value;
    if (!this.mask.includes('customFields')) this.mask.push('customFields');
  }

  field(name: string, field: AnyField, given: unknown): void {
    const { format = 'json', customNames } = this.options;
    const { codec } = field;
    let raw = format === 'form' ? fromForm(codec, given) : given;
    this.reading.drops = this.reading.converts && !field.required;
    if (raw === null && (!field.nullable || !codec.parts?.item)) {
      // An empty form field that cannot be cleared counts as absent.
      const isLeft = format === 'form' && given !== null && !field.required;
      if (field.nullable) this.mask.push(name);
      else if (!isLeft && this.reading.drops) this.reading.report(name);
      else if (!isLeft) this.problems.push(`Field '${name}' must not be ${format === 'form' ? 'empty' : 'null'}.`);
      return;
    }
    if (customNames) {
      const names = undefinedWithin(field, raw, customNames);
      for (const key of names) this.refuseUnknown(`${name}.${key}`);
      if (names.length > 0 && this.reading.ignoresUnknown) raw = without(raw as object, names);
    }
    const value = this.read(codec, raw, name);
    if (value === undefined) return;
    this.record[name] = value;
    this.mask.push(name);
  }
}

/**
 * Parses a body by its descriptor. Reports all problems at once (decisions section 1). In strict mode, unknown keys are
 * rejected by name, except `system` and read-only fields; the other modes ignore and report them (`ReadingMode`). The
 * owning service checks names of custom fields, unless `customNames` is set. Throws Refusal INVALID_BODY.
 */
export const parseBody = <R extends Row>(
  descriptor: Descriptor<R>,
  given: unknown,
  verb: 'create' | 'update',
  options: BodyOptions = {},
): Parsed<R> => {
  const fields = getFields(descriptor);
  const { names, required } = getShape(fields);
  const freeBody = verb === 'create' ? descriptor.freeBody : undefined;
  const isField = (key: string): boolean => names.has(key) || freeBody?.names.has(key) === true;
  const opened = options.mode === 'lead' ? openEnvelope(given, isField) : given;
  if (!isObject(opened)) throw refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' });
  const reader = new BodyReader(emptyRecord(descriptor) as R & OpenRow, options);
  const { problems, reading, unknown } = reader;
  const body = freeBody ? freeBody.prepare(opened, reading) : opened;
  for (const key of Object.keys(body)) {
    const name = names.get(key);
    if (name === undefined) {
      if (descriptor.custom && CUSTOM_NAME.test(key) && (options.customNames?.has(key) ?? true))
        reader.custom(key, body[key]);
      else if (key !== 'system') reader.refuseUnknown(key);
    } else if (present(fields[name]!, verb)) reader.field(name, fields[name]!, body[key]);
  }
  if (verb === 'create')
    for (const [name, field] of required)
      if (!Object.hasOwn(body, name) && !(field.publicName !== undefined && Object.hasOwn(body, field.publicName)))
        problems.push(`Missing '${name}' field.`);
  if (reading.objectsForText.length > 0 && descriptor.identifies?.(reader.record as R & OpenRow) === false)
    problems.push(...reading.objectsForText.slice(0, 50).map((path) => `Field '${path}' must be a string.`));
  if (unknown.length > 0) problems.push(`Unknown fields: ${quote(unknown.slice(0, 50))}.`);
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.slice(0, 50).join(' ') });
  freeBody?.complete(reader.record as R & OpenRow, body, reading);
  return { record: reader.record as R & OpenRow, mask: reader.mask, ignored: reading.ignored };
};
