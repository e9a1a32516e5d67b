import { describeUnknownFields, invalidBody, refuseAll } from '@porchlight/errors';
import type { Codec } from './codec';
import { CUSTOM_NAME, customValue } from './codecs/custom-value-codecs';
import { getFields, type Descriptor, type Row } from './descriptor';
import type { Field } from './field';
import { openEnvelope } from './open-envelope';
import { convert } from './fit-value';
import { isObject, parseJsonText, parseObjectText, Reading, type ReadingMode } from './reading';

/** A parsed body: values, and the names of present fields. Present without a value means null. */
export interface Parsed<R> {
  readonly record: R;
  readonly mask: string[];
  /** Names of fields that were ignored or changed; empty in strict mode. */
  readonly ignored: readonly string[];
  /** Number of further names of this kind, beyond those that are listed. */
  readonly unlisted: number;
}

/** Options of `parseBody`. */
export interface BodyOptions {
  /** Values of forms are all text. Default: json. */
  readonly format?: 'json' | 'form';
  /** Default: strict. */
  readonly mode?: ReadingMode;
  /** The body creates a record: null and entries with an empty `value` count as absent (D13.10). Default: by verb. */
  readonly creates?: boolean;
  /** Keys that the caller reads itself: options of the write. */
  readonly options?: readonly string[];
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
      names: new Map([
        ...entries.map(([name]) => [name, name] as const),
        ...entries.map(([name, { publicName }]) => [publicName ?? name, name] as const),
        // Last: an alias may be the name of an internal field.
        ...entries.flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const)),
      ]),
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

/** True for a field that a client can see: sent back unchanged, it is understood. Other fields are unknown (D13.10). */
const isShown = (field: AnyField): boolean => field.visible !== false;

const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** True for an entry of emails or phones without a value: "", {value: ""}, {value: null}. */
const isEmptyEntry = (entry: unknown): boolean =>
  isBlank(entry) || (isObject(entry) && Object.hasOwn(entry, 'value') && isBlank(entry['value']));

/** The value of a new record without entries that have an empty `value`. */
const withoutEmptyEntries = ({ parts }: Codec<unknown>, value: unknown): unknown => {
  if (!parts?.item?.parts?.fields || !Object.hasOwn(parts.item.parts.fields, 'value')) return value;
  if (Array.isArray(value)) return value.filter((entry) => !isEmptyEntry(entry));
  return isEmptyEntry(value) ? [] : value;
};

/** True if a body contains keys with the prefix of custom fields. */
export const namesCustomFields = (descriptor: Pick<Descriptor, 'custom'>, body: unknown): boolean =>
  descriptor.custom !== undefined &&
  isObject(body) &&
  Object.entries(body).some(
    ([key, value]) =>
      CUSTOM_NAME.test(key) || (isObject(value) && Object.keys(value).some((name) => CUSTOM_NAME.test(name))),
  );

/** The part for custom fields of an object within the body that accepts them: a lead's person. */
const findCustomPart = ({ parts }: Codec<unknown>): string | undefined =>
  Object.entries(parts?.fields ?? {}).find(([, part]) => part.parts?.map)?.[0];

const without = (value: object, names: readonly string[]): Record<string, unknown> => {
  const removed = new Set(names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !removed.has(name)));
};

/** Parses the values of one body and collects the problems. */
class BodyReader {
  readonly mask: string[] = [];
  readonly problems: string[] = [];
  readonly unknown: string[] = [];
  /** Number of keys of the body that are fields, custom fields or options. */
  understood = 0;
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

  /** Handles the name of another record that a create sends without its id; a response contains both. */
  nameWithoutId(name: string, idName: string): void {
    if (this.reading.ignoresUnknown) this.reading.report(name);
    else this.problems.push(`Field '${name}' follows from '${idName}' and cannot be set. Send '${idName}' instead.`);
  }

  /** The names to refuse: a lenient reader refuses a body of which it understood no key (D13.10). */
  unknownNames(keys: number): readonly string[] {
    return this.reading.mode === 'lenient' && keys > 0 && this.understood === 0 ? this.reading.ignored : this.unknown;
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

  /** Reads `customFields: {name: value}`, which may be sent besides keys at the top level; those take precedence. */
  customObject(sent: unknown, body: Record<string, unknown>): void {
    if (sent === null && this.options.creates) return;
    const raw = this.reading.converts ? parseObjectText(sent) : sent;
    if (!isObject(raw) && this.reading.converts) this.reading.report('customFields');
    else if (!isObject(raw)) this.problems.push("Field 'customFields' must be an object with names and values.");
    else {
      if (Object.keys(raw).length === 0) this.understood += 1;
      for (const [key, value] of Object.entries(raw))
        if (!this.definesCustom(key)) this.refuseUnknown(`customFields.${key}`);
        else if (!Object.hasOwn(body, key)) this.custom(key, value);
    }
  }

  /** True for the name of a custom field of the account, as far as the names are available. */
  definesCustom(key: string): boolean {
    return CUSTOM_NAME.test(key) && (this.options.customNames?.has(key) ?? true);
  }

  /** The values of an object within the body without those of undefined custom fields, also in its part for them. */
  private withoutUndefined(values: Record<string, unknown>, path: string, part: string): Record<string, unknown> {
    const isUndefined = (key: string): boolean => key !== part && CUSTOM_NAME.test(key) && !this.definesCustom(key);
    const names = Object.keys(values).filter(isUndefined);
    for (const key of names) this.refuseUnknown(`${path}.${key}`);
    const defined = names.length > 0 && this.reading.ignoresUnknown ? without(values, names) : values;
    const within = defined[part];
    return isObject(within) ? { ...defined, [part]: this.withoutUndefined(within, `${path}.${part}`, part) } : defined;
  }

  custom(key: string, raw: unknown): void {
    this.understood += 1;
    if (raw === null && this.options.creates) return;
    const value = this.read(ANY_CUSTOM, raw, key);
    if (value === undefined) return;
    ((this.record['customFields'] ??= {}) as Record<string, unknown>)[key] = value;
    if (!this.mask.includes('customFields')) this.mask.push('customFields');
  }

  field(name: string, field: AnyField, given: unknown): void {
    const { format = 'json', customNames, creates } = this.options;
    const { codec } = field;
    const read = format === 'form' ? fromForm(codec, given) : given;
    if (creates && given === null) return;
    let raw = creates ? withoutEmptyEntries(codec, read) : read;
    this.reading.drops = this.reading.converts && !field.required;
    if (raw === null && (!field.nullable || !codec.parts?.item)) {
      // An empty form field that cannot be cleared counts as absent.
      const isLeft = format === 'form' && given !== null && !field.required;
      if (field.nullable) this.mask.push(name);
      else if (!isLeft && this.reading.drops) this.reading.report(name);
      else if (!isLeft) this.problems.push(`Field '${name}' must not be ${format === 'form' ? 'empty' : 'null'}.`);
      return;
    }
    const customPart = customNames && findCustomPart(codec);
    if (customPart !== undefined && isObject(raw)) raw = this.withoutUndefined(raw, name, customPart);
    const value = this.read(codec, raw, name);
    if (value === undefined) return;
    this.record[name] = value;
    this.mask.push(name);
  }
}

/**
 * Parses a body by its descriptor. Reports all problems at once (decisions section 1). In strict mode, unknown keys are
 * rejected by name, except `system` and read-only fields that a GET shows; the other modes ignore and report them
 * (`ReadingMode`), but `lenient` rejects a body of which every key is unknown. The owning service checks names of
 * custom fields, unless `customNames` is set. Throws Refusal INVALID_BODY.
 */
export const parseBody = <R extends Row>(
  descriptor: Descriptor<R>,
  value: unknown,
  verb: 'create' | 'update',
  { creates = verb === 'create', ...others }: BodyOptions = {},
): Parsed<R> => {
  const options: BodyOptions = { creates, ...others };
  const fields = getFields(descriptor);
  const { names, required } = getShape(fields);
  const freeBody = verb === 'create' ? descriptor.freeBody : undefined;
  const isField = (key: string): boolean => names.has(key) || freeBody?.names.has(key) === true;
  const opened = options.mode === 'lead' ? openEnvelope(value, isField) : value;
  if (!isObject(opened)) throw invalidBody('The body must be a JSON object.');
  const reader = new BodyReader(emptyRecord(descriptor) as R & OpenRow, options);
  const { problems, reading } = reader;
  const body = freeBody ? freeBody.prepare(opened, reading) : opened;
  const keys = Object.keys(body).filter((key) => key !== 'system' || names.has(key));
  const read = new Map<string, string>();
  for (const key of keys) {
    const name = names.get(key);
    if (options.options?.includes(key) && name === undefined) reader.understood += 1;
    else if (descriptor.custom && key === 'customFields') reader.customObject(body[key], body);
    else if (descriptor.custom && name === undefined && reader.definesCustom(key)) reader.custom(key, body[key]);
    else if (name === undefined || !(isShown(fields[name]!) || present(fields[name]!, verb))) reader.refuseUnknown(key);
    else if (read.has(name) && reading.converts) reading.report(key);
    else if (read.has(name)) problems.push(`Fields '${read.get(name)}' and '${key}' mean the same. Send one of them.`);
    else {
      read.set(name, key);
      reader.understood += 1;
      const { nameOf } = fields[name]!;
      if (present(fields[name]!, verb)) reader.field(name, fields[name]!, body[key]);
      else if (creates && nameOf?.needsId && !isBlank(body[key]) && isBlank(body[nameOf.field] ?? null))
        reader.nameWithoutId(name, nameOf.field);
    }
  }
  if (verb === 'create')
    for (const [name] of required) {
      const key = read.get(name);
      if (key === undefined || (creates && body[key] === null)) problems.push(`Missing '${name}' field.`);
    }
  if (reading.objectsForText.length > 0 && descriptor.identifies?.(reader.record as R & OpenRow) === false)
    problems.push(...reading.objectsForText.slice(0, 50).map((path) => `Field '${path}' must be a string.`));
  const unknown = reader.unknownNames(keys.length);
  if (unknown.length > 0) problems.push(describeUnknownFields(unknown));
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
  freeBody?.complete(reader.record as R & OpenRow, body, reading);
  return {
    record: reader.record as R & OpenRow,
    mask: reader.mask,
    ignored: reading.ignored,
    unlisted: reading.unlisted,
  };
};
