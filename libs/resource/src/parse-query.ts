import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME } from './codecs/custom-values';
import { INT32_MAX, INT32_MIN } from './codecs/scalars';
import { parseTime } from './codecs/times';
import { fieldsOf, filterNamed, type Descriptor, type Filter, type Option, type Row, type Verb } from './descriptor';

/** One condition as it travels: times as ISO text, booleans as true/false. */
export interface FilterValues {
  name: string;
  values: string[];
}

/** What a list call asks; the same shape as porchlight.common.v1.ListQuery. */
export interface ListQuery {
  limit: number;
  offset: number;
  next: string;
  sort: string;
  descending: boolean;
  filters: FilterValues[];
  /** Custom fields whose values are wanted; * for all. */
  customFields: string[];
}

/** Public names to show, * for all custom fields; undefined: those that are shown unasked. */
export type FieldNames = readonly string[] | undefined;

/** A list query and what only the edge needs of it. */
export interface ParsedQuery {
  readonly query: ListQuery;
  readonly fields: FieldNames;
}

/** Query parameters in order, decoded; repeated names repeat. */
export type Pairs = Iterable<readonly [string, string]>;

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 10;
const MAX_OFFSET = 2_000;
const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 1_000;

/** What a list is asked for when nothing is said: ten of all, newest first (decisions section 2). */
export const FIRST_PAGE: ListQuery = {
  limit: DEFAULT_LIMIT,
  offset: 0,
  next: '',
  sort: '',
  descending: true,
  filters: [],
  customFields: [],
};

const grouped = (pairs: Pairs): Map<string, string[]> => {
  const out = new Map<string, string[]>();
  for (const [raw, value] of pairs) {
    const name = raw.endsWith('[]') ? raw.slice(0, -2) : raw;
    const values = out.get(name);
    if (values) values.push(value);
    else out.set(name, [value]);
  }
  return out;
};

const integer = (text: string, min: number, max: number): number | undefined => {
  if (!/^[+-]?\d{1,15}$/.test(text)) return undefined;
  const n = Number(text);
  return n >= min && n <= max ? n : undefined;
};

const BOOL: Readonly<Record<string, string>> = { true: 'true', false: 'false', '1': 'true', '0': 'false' };

/** The value as it travels, or the end of the sentence "Parameter 'x' …". */
const filterValue = (filter: Filter, text: string): { ok: string } | { bad: string } => {
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
      const d = parseTime(text);
      return d === undefined ? { bad: 'must be a time such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00' } : { ok: d.toISOString() };
    }
    case 'string':
      return { ok: text };
  }
};

const only = (name: string, values: readonly string[], problems: string[]): string => {
  if (values.length > 1) problems.push(`Parameter '${name}' is given ${values.length} times; give it once.`);
  return values[0]!;
};

const RESERVED = new Set(['limit', 'offset', 'next', 'sort', 'fields', 'system']);

/** Public names of the fields that a list or get may name in `fields`. */
const shownFields = <R extends Row>(descriptor: Descriptor<R>): string[] =>
  Object.entries(fieldsOf(descriptor))
    .filter(([, field]) => field.shown)
    .map(([name, { as }]) => as ?? name);

const parseFields = <R extends Row>(descriptor: Descriptor<R>, texts: readonly string[], problems: string[]): string[] => {
  const given = texts.flatMap((t) => t.split(',')).map((n) => n.trim()).filter(Boolean);
  const known = new Set(shownFields(descriptor));
  const isKnown = (name: string): boolean => known.has(name) || (descriptor.custom !== undefined && CUSTOM_NAME.test(name));
  const names = given.flatMap((name) => {
    if (name === 'allFields') return [...known, '*'];
    return name === 'allCustom' ? ['*'] : [name];
  });
  const unknown = names.filter((name) => name !== '*' && !isKnown(name));
  if (unknown.length > 0) problems.push(`Unknown names in 'fields': ${unknown.slice(0, 20).map((n) => `'${n.slice(0, 100)}'`).join(', ')}.`);
  return [...new Set(['id', ...names])];
};

/** The custom fields among the names asked for; * for all. */
const customAmong = ({ custom }: Pick<Descriptor, 'custom'>, fields: FieldNames): string[] => {
  if (!custom || !fields) return [];
  return fields.includes('*') ? ['*'] : fields.filter((name) => CUSTOM_NAME.test(name));
};

/** Reads the query of a list (decisions section 2). Throws Refusal INVALID_QUERY naming every problem, or DEEP_PAGINATION. */
export const parseListQuery = <R extends Row>(descriptor: Descriptor<R>, pairs: Pairs): ParsedQuery => {
  const problems: string[] = [];
  const query: ListQuery = { ...FIRST_PAGE, filters: [] };
  let fields: FieldNames;
  for (const [name, given] of grouped(pairs)) {
    const values = given.filter((v) => v !== '');
    if (values.length === 0) {
      if (!RESERVED.has(name) && !filterNamed(descriptor, name)) problems.push(`Unknown parameter '${name.slice(0, 100)}'.`);
      continue;
    }
    switch (name) {
      case 'system':
        break;
      case 'limit': {
        const n = integer(only(name, values, problems), 1, MAX_LIMIT);
        if (n === undefined) problems.push(`Parameter 'limit' must be an integer between 1 and ${MAX_LIMIT}.`);
        else query.limit = n;
        break;
      }
      case 'offset': {
        const n = integer(only(name, values, problems), 0, INT32_MAX);
        if (n === undefined) problems.push(`Parameter 'offset' must be an integer of at least 0.`);
        else if (n > MAX_OFFSET) throw refuse('DEEP_PAGINATION');
        else query.offset = n;
        break;
      }
      case 'next':
        query.next = only(name, values, problems);
        break;
      case 'sort': {
        const raw = only(name, values, problems);
        const sort = raw.startsWith('-') ? raw.slice(1) : raw;
        if (!Object.hasOwn(descriptor.sorts, sort))
          problems.push(`Unknown name in 'sort': '${sort.slice(0, 100)}'. It is one of ${Object.keys(descriptor.sorts).join(', ')}.`);
        else {
          query.sort = sort;
          query.descending = raw.startsWith('-');
        }
        break;
      }
      case 'fields':
        fields = parseFields(descriptor, values, problems);
        break;
      default: {
        const filter = filterNamed(descriptor, name);
        if (filter) parseFilter(name, values, filter, query, problems);
        else problems.push(`Unknown parameter '${name.slice(0, 100)}'.`);
      }
    }
  }
  query.customFields = customAmong(descriptor, fields);
  if (problems.length > 0) throw refuse('INVALID_QUERY', { problems: problems.slice(0, 50).join(' ') });
  return { query, fields };
};

const parseFilter = (name: string, given: readonly string[], filter: Filter, query: Pick<ListQuery, 'filters'>, problems: string[]): void => {
  const texts = filter.many ? given.flatMap((v) => v.split(',')).map((v) => v.trim()).filter(Boolean) : [only(name, given, problems)];
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
  query.filters.push({ name, values });
};

/** Reads the query of anything but a list: the verb's options and `fields`; all else but `system` is refused by name. */
export const parseOptions = <R extends Row>(
  descriptor: Descriptor<R>,
  verb: Verb,
  pairs: Pairs,
): { options: Record<string, string>; fields: FieldNames } => {
  const problems: string[] = [];
  const options: Record<string, string> = {};
  let fields: FieldNames;
  const known: Readonly<Record<string, Option>> = descriptor.options ?? {};
  for (const [name, given] of grouped(pairs)) {
    if (name === 'system') continue;
    const values = given.filter((v) => v !== '');
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (name === 'fields' && verb !== 'delete') {
      if (values.length > 0) fields = parseFields(descriptor, values, problems);
    } else if (option?.verbs.includes(verb)) {
      if (values.length === 0) continue;
      const value = filterValue({ type: option.type, match: 'equals' }, only(name, values, problems));
      if ('ok' in value) options[name] = value.ok;
      else problems.push(`Parameter '${name}' ${value.bad}.`);
    } else problems.push(`Unknown parameter '${name.slice(0, 100)}'.`);
  }
  if (problems.length > 0) throw refuse('INVALID_QUERY', { problems: problems.slice(0, 50).join(' ') });
  const custom = customAmong(descriptor, fields);
  if (custom.length > 0) options['customFields'] = custom.join(',');
  return { options, fields };
};

/** Reads the query of an action; all that it does not name but `system` is refused by name. */
export const parseParameters = (
  known: Readonly<Record<string, Pick<Filter, 'type' | 'many' | 'among'>>>,
  pairs: Pairs,
): Record<string, readonly string[]> => {
  const problems: string[] = [];
  const query = { filters: [] as FilterValues[] };
  for (const [name, given] of grouped(pairs)) {
    if (name === 'system') continue;
    const values = given.filter((v) => v !== '');
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter) problems.push(`Unknown parameter '${name.slice(0, 100)}'.`);
    else if (values.length > 0) parseFilter(name, values, { ...parameter, match: 'rule' }, query, problems);
  }
  if (problems.length > 0) throw refuse('INVALID_QUERY', { problems: problems.slice(0, 50).join(' ') });
  return Object.fromEntries(query.filters.map(({ name, values }) => [name, values]));
};

/** Reads a path id; undefined when it is no positive int32, which is answered 404 (decisions section 1). */
export const parseId = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= INT32_MAX ? Number(text) : undefined;
