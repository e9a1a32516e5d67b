import type { Codec } from './codec';

/**
 * How strictly a body or query is read (decisions section 11).
 * strict: unknown names and values of another type are refused, except numbers and ids as text and the shorter
 * notations of days and times. lenient: unknown names are ignored too. lead: values of another type are converted too,
 * and optional values that cannot be read are dropped, because a lead must not be lost.
 */
export type ReadingMode = 'strict' | 'lenient' | 'lead';

/** Most field names that one reading reports; the rest is ignored without a report. */
const MAX_REPORTED = 100;
/** Longest reported name, characters. */
const MAX_NAME = 100;
/** Lists within lists that are opened where one value is expected. */
const MAX_UNWRAPPED = 4;

/** The state of reading one body: the mode, and the names of the fields that were ignored or changed. */
export class Reading {
  /** Names of ignored or changed fields, without duplicates; at most 100 names of at most 100 characters. */
  readonly ignored: string[] = [];
  /** Paths of objects that stood in place of text and were dropped, at most 100. */
  readonly objectsForText: string[] = [];
  /** False while a required field is read: its values are converted but never dropped. */
  drops: boolean;

  constructor(readonly mode: ReadingMode) {
    this.drops = mode === 'lead';
  }

  /** True when values of another type are converted. */
  get converts(): boolean {
    return this.mode === 'lead';
  }

  /** True when unknown names are ignored. */
  get ignoresUnknown(): boolean {
    return this.mode !== 'strict';
  }

  /** Reports a field that was ignored or changed. */
  report(path: string): void {
    const name = path.slice(0, MAX_NAME);
    if (this.ignored.length < MAX_REPORTED && !this.ignored.includes(name)) this.ignored.push(name);
  }

  /** Reports a converted value and returns it. */
  changed<T>(path: string, value: T): T {
    this.report(path);
    return value;
  }

  /** Drops a value that cannot be read, where values may be dropped; else returns it for the schema to refuse. */
  unreadable(path: string, value: unknown): unknown {
    if (!this.drops) return value;
    this.report(path);
    return undefined;
  }
}

/** True for an object that is no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Opens lists of one entry where one value is expected. */
export const unwrapSingle = (value: unknown): unknown => {
  let inner = value;
  for (let level = 0; level < MAX_UNWRAPPED && Array.isArray(inner) && inner.length === 1; level++) inner = inner[0];
  return inner;
};

/** The object or list that a text contains as JSON; the value itself when it is no such text. */
export const parseJsonText = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/**
 * The object that a text contains as JSON, also as the only entry of a list; the value itself when it is no such text.
 */
export const parseObjectText = (value: unknown): unknown => {
  const parsed = unwrapSingle(parseJsonText(value));
  return isObject(parsed) ? parsed : value;
};

/**
 * Converts a value that the schema of its codec refused. In `lead` mode, a value that still does not fit is dropped, so
 * that the lowest part of a body is lost and not the whole. Returns undefined for a dropped value.
 */
export const fit = (codec: Codec<never>, value: unknown, reading: Reading, path: string): unknown =>
  value === undefined || codec.schema.safeParse(value).success ? value : convert(codec, value, reading, path);

/** As `fit`, for a value that the schema is known to refuse. */
export const convert = (codec: Codec<never>, value: unknown, reading: Reading, path: string): unknown => {
  const coerced = codec.coerce ? codec.coerce(value, reading, path) : value;
  if (!reading.drops || coerced === undefined || codec.schema.safeParse(coerced).success) return coerced;
  return reading.unreadable(path, coerced);
};
