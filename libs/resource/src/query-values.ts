import { refuse } from '@porchlight/errors';
import { INT32_MAX, INT32_MIN } from './codecs/scalars';
import { isDay, parseTime } from './codecs/times';
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

/** Values by name; `name[]` is `name`. */
export const grouped = (pairs: Pairs): Map<string, string[]> => {
  const out = new Map<string, string[]>();
  for (const [raw, value] of pairs) {
    const name = raw.endsWith('[]') ? raw.slice(0, -2) : raw;
    const values = out.get(name);
    if (values) values.push(value);
    else out.set(name, [value]);
  }
  return out;
};

/** Values that were sent as `name[]`, by name. */
export const sentInBrackets = (pairs: Pairs): ReadonlyMap<string, ReadonlySet<string>> => {
  const out = new Map<string, Set<string>>();
  for (const [raw, value] of pairs)
    if (raw.endsWith('[]')) {
      const name = raw.slice(0, -2);
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
      const d = parseTime(text);
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

/** Adds unknown parameters to the problems in strict mode, otherwise to the ignored names. */
export const unknownParameters = (
  mode: ReadingMode,
  problems: string[],
): { ignored: string[]; refuseUnknown: (name: string) => void } => {
  const reading = new Reading(mode);
  return {
    ignored: reading.ignored,
    refuseUnknown: (name) => {
      if (reading.ignoresUnknown) reading.report(name);
      else problems.push(`Unknown parameter '${name.slice(0, 100)}'.`);
    },
  };
};

/** Throws INVALID_QUERY with all problems, the first 50 in full. */
export const refuseProblems = (problems: readonly string[]): void => {
  if (problems.length > 0) throw refuse('INVALID_QUERY', { problems: problems.slice(0, 50).join(' ') });
};
