import { checkJsonText } from './json-structure';

/**
 * Strictness of parsing a body or query (decisions section 11). strict: unknown names and values of another type are
 * rejected, except numbers and ids as text and the shorter notations of days and times. lenient: unknown names are
 * ignored too. lead: values of another type are converted too, and unreadable optional values are dropped, because a
 * lead must not be lost.
 */
export type ReadingMode = 'strict' | 'lenient' | 'lead';

/** Maximum number of listed field names; further ones are counted. */
const MAX_LISTED = 100;
/** Longest reported name, characters. */
const MAX_NAME = 100;
/** Maximum depth of nested lists that are unwrapped for one value. */
const MAX_UNWRAPPED = 4;

/** State of parsing one body: the mode, and the names of ignored or changed fields. */
export class Reading {
  private readonly listed = new Set<string>();
  /** Number of names beyond those that are listed; a name may count twice. */
  unlisted = 0;
  /** Paths of dropped objects in place of text, at most 100. */
  readonly objectsForText: string[] = [];
  /** False while a required field is parsed: its values are converted but never dropped. */
  drops: boolean;

  constructor(readonly mode: ReadingMode) {
    this.drops = mode === 'lead';
  }

  /** Names of ignored or changed fields, without duplicates; at most 100 names of at most 100 characters. */
  get ignored(): readonly string[] {
    return [...this.listed];
  }

  /** True if values of another type are converted. */
  get converts(): boolean {
    return this.mode === 'lead';
  }

  /** True if unknown names are ignored. */
  get ignoresUnknown(): boolean {
    return this.mode !== 'strict';
  }

  /** Reports a field that was ignored or changed. */
  report(path: string): void {
    const name = path.slice(0, MAX_NAME);
    if (this.listed.size < MAX_LISTED) this.listed.add(name);
    else if (!this.listed.has(name)) this.unlisted += 1;
  }

  /** Reports an ignored key of an object; names beyond those that are listed are not built. */
  reportPart(path: string, key: string): void {
    if (this.listed.size < MAX_LISTED) this.report(`${path}.${key}`);
    else this.unlisted += 1;
  }

  /** Reports a converted value and returns it. */
  changed<T>(path: string, value: T): T {
    this.report(path);
    return value;
  }

  /** Drops an unreadable value if allowed; else returns it for the codec to reject. */
  unreadable(path: string, value: unknown): unknown {
    if (!this.drops) return value;
    this.report(path);
    return undefined;
  }
}

/** True for an object that is not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Unwraps lists of one entry if one value is expected. */
export const unwrapSingle = (value: unknown): unknown => {
  let inner = value;
  for (let level = 0; level < MAX_UNWRAPPED && Array.isArray(inner) && inner.length === 1; level++) inner = inner[0];
  return inner;
};

/** The object or list in JSON text; the value itself for other text. Throws BODY_TOO_COMPLEX, as for a body. */
export const parseJsonText = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  checkJsonText(value);
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** The object in JSON text, also as the only entry of a list; the value itself for other text. */
export const parseObjectText = (value: unknown): unknown => {
  const parsed = unwrapSingle(parseJsonText(value));
  return isObject(parsed) ? parsed : value;
};
