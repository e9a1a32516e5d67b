import { refuseAll } from '@porchlight/errors';
import { INT32_MAX, INT32_MIN } from './codecs/scalars';
import { isDay, parseLooseTime } from './codecs/times';
import type { Filter } from './descriptor';
import { Reading, type ReadingMode } from './reading';

/** One condition in the wire format: times as ISO text, booleans as true/false. */
export interface FilterValues {
  name: string;
  values: string[];
}

/** Query parameters in order, decoded; may contain repeated names. */
export type Pairs = Iterable<readonly [string, string]>;

const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 1_000;

/** The end of the name of an array parameter. */
const BRACKETS = /\[\d{0,9}\]$/;

/** Parameters that match nothing if they are present without a value; others count as absent (D13.10). */
const MATCH_NOTHING: ReadonlySet<string> = new Set(['email', 'phone', 'id', 'ids', 'personId', 'smartListId']);

/** True for a parameter that must not select everything if it has no value: it names a record or a person. */
export const needsValue = (name: string): boolean => MATCH_NOTHING.has(name);

/**
 * Values by name: `name[]` and `name[0]` are `name`. Empty values are dropped, and names without another value too,
 * except those of `needsValue`.
 */
export const grouped = (pairs: Pairs): Map<string, string[]> => {
  const out = new Map<string, string[]>();
  for (const [raw, value] of pairs) {
    const name = raw.replace(BRACKETS, '');
    const isEmpty = value.trim() === '';
    if (isEmpty && !MATCH_NOTHING.has(name)) continue;
    const values = out.get(name) ?? [];
    if (!isEmpty) values.push(value);
    out.set(name, values);
  }
  return out;
};

/** Values that were sent as `name[]` or `name[0]`, by name. */
export const sentInBrackets = (pairs: Pairs): ReadonlyMap<string, ReadonlySet<string>> => {
  const out = new Map<string, Set<string>>();
  for (const [raw, value] of pairs)
    if (BRACKETS.test(raw)) {
      const name = raw.replace(BRACKETS, '');
      out.set(name, (out.get(name) ?? new Set()).add(value));
    }
  return out;
};

/** Parses an integer within limits; undefined for other text. */
export const integer = (text: string, min: number, max: number): number | undefined => {
  if (!/^[+-]?\d{1,15}$/.test(text)) return undefined;
  const n = Number(text);
  return n >= min && n <= max ? n : undefined;
};

const BOOL: Readonly<Record<string, string>> = { true: 'true', false: 'false', '1': 'true', '0': 'false' };

/** The value in the wire format, or the end of the sentence "Parameter 'x' …". */
export const filterValue = (filter: Filter, text: string): { ok: string } | { bad: string } => {
  if (text.length > MAX_VALUE_LENGTH) return { bad: `must be at most ${MAX_VALUE_LENGTH} characters long` };
  if (!text.isWellFormed() || text.includes('\0')) return { bad: 'must be valid Unicode without NUL characters' };
  if (filter.among) {
    const word = filter.among.find((w) => w.toLowerCase() === text.toLowerCase());
    return word === undefined ? { bad: `must be one of ${filter.among.join(', ')}` } : { ok: word };
  }
  switch (filter.type) {
    case 'int': {
      const n = integer(text, INT32_MIN, INT32_MAX);
      return n === undefined ? { bad: `must be an integer between ${INT32_MIN} and ${INT32_MAX}` } : { ok: String(n) };
    }
    case 'bool': {
      const b = Object.hasOwn(BOOL, text.toLowerCase()) ? BOOL[text.toLowerCase()] : undefined;
      return b === undefined ? { bad: 'must be true, false, 1 or 0' } : { ok: b };
    }
    case 'time': {
      if (filter.days && isDay(text)) return { ok: text };
      const d = parseLooseTime(text);
      if (d === undefined) return { bad: 'must be a time such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00' };
      return { ok: d.toISOString() };
    }
    case 'string':
      return { ok: text };
  }
};

/** The single value of a parameter; a second one is a problem. */
export const only = (name: string, values: readonly string[], problems: string[]): string => {
  if (values.length > 1) problems.push(`Parameter '${name}' is given ${values.length} times; give it once.`);
  return values[0]!;
};

/** Splits values at commas, without empty ones. */
export const between = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean);

/** Parses a filter into `filters`; adds problems to `problems`. */
export const parseFilter = (
  name: string,
  given: readonly string[],
  filter: Filter,
  filters: FilterValues[],
  problems: string[],
  inBrackets: ReadonlySet<string> = new Set(),
): void => {
  const isWhole = (text: string): boolean => filter.commas === true && inBrackets.has(text);
  const texts = filter.many
    ? given.flatMap((text) => (isWhole(text) ? [text] : between([text])))
    : [only(name, given, problems)];
  if (texts.length > MAX_VALUES) {
    problems.push(`Parameter '${name}' takes at most ${MAX_VALUES} values.`);
    return;
  }
  const values: string[] = [];
  for (const text of texts) {
    const value = filterValue(filter, text);
    if ('ok' in value) values.push(value.ok);
    else {
      problems.push(`Parameter '${name}' ${value.bad}.`);
      break;
    }
  }
  filters.push({ name, values });
};

/** The names of a query that its reader does not understand, and how the mode treats them. */
interface UnderstoodParameters {
  /** Ignored names, for `X-Ignored`; empty in strict mode. */
  readonly ignored: readonly string[];
  /** True if the mode ignores what it does not understand. */
  readonly isLenient: boolean;
  /** Reports a name whose value is ignored. */
  report(name: string): void;
  refuseUnknown(name: string): void;
  /** Counts a filter that was read. */
  understand(): void;
  /**
   * Adds the unknown names to the problems in strict mode, else to the ignored ones. The query of a selection must have
   * at least one filter that was understood: with all of them ignored it would return everything (D13.10).
   */
  end(isSelection: boolean): void;
}

/** Counts the parameters of one query that were understood, and collects the others. */
export const countParameters = (mode: ReadingMode, problems: string[]): UnderstoodParameters => {
  const reading = new Reading(mode);
  const unknown: string[] = [];
  let understood = 0;
  return {
    get ignored() {
      return reading.ignored;
    },
    isLenient: reading.ignoresUnknown,
    report: (name) => reading.report(name),
    refuseUnknown: (name) => void unknown.push(name),
    understand: () => void (understood += 1),
    end: (isSelection) => {
      const ignores = reading.ignoresUnknown && (understood > 0 || !isSelection);
      for (const name of unknown)
        if (ignores) reading.report(name);
        else problems.push(`Unknown parameter '${name.slice(0, 100)}'.`);
    },
  };
};

/** Throws INVALID_QUERY with all problems, the first 50 in full. */
export const refuseProblems = (problems: readonly string[]): void => {
  if (problems.length > 0) throw refuseAll('INVALID_QUERY', problems);
};
