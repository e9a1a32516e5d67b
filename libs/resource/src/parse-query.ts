import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME } from './codecs/custom-values';
import { INT32_MAX } from './codecs/scalars';
import { getFields, filterNamed, sortNamed, type Descriptor, type Row } from './descriptor';
import {
  between,
  grouped,
  integer,
  only,
  parseFilter,
  refuseProblems,
  sentInBrackets,
  unknownParameters,
  type FilterValues,
  type Pairs,
} from './query-values';
import type { ReadingMode } from './reading';

/** The query of a list call; the same shape as porchlight.common.v1.ListQuery. */
export interface ListQuery {
  limit: number;
  offset: number;
  next: string;
  sort: string;
  descending: boolean;
  filters: FilterValues[];
  /** Requested custom fields; * for all. */
  customFields: string[];
}

/** Public names of the requested fields, * for all custom fields; undefined: the default fields. */
export type FieldNames = readonly string[] | undefined;

/** A list query and the parts that only the edge uses. */
export interface ParsedQuery {
  readonly query: ListQuery;
  readonly fields: FieldNames;
  /** Names of unknown parameters that were ignored; empty in strict mode. */
  readonly ignored: readonly string[];
}

const MAX_LIMIT = 100;
/** Default page size (specification: Conventions for list endpoints). */
export const DEFAULT_LIMIT = 10;
const MAX_OFFSET = 2_000;

/** Default query: the ten newest (decisions section 2). */
export const FIRST_PAGE: ListQuery = {
  limit: DEFAULT_LIMIT,
  offset: 0,
  next: '',
  sort: '',
  descending: true,
  filters: [],
  customFields: [],
};

const RESERVED = new Set(['limit', 'offset', 'next', 'sort', 'fields', 'system']);

/** Public names that `fields` of a list or get may contain. */
const shownFields = <R extends Row>(descriptor: Descriptor<R>): string[] =>
  Object.entries(getFields(descriptor))
    .filter(([, field]) => field.visible)
    .map(([name, { publicName }]) => publicName ?? name);

/** Parses `fields`; `id` is always included. */
export const parseFields = <R extends Row>(
  descriptor: Descriptor<R>,
  texts: readonly string[],
  problems: string[],
): string[] => {
  const given = between(texts);
  const known = new Set(shownFields(descriptor));
  const isKnown = (name: string): boolean =>
    known.has(name) || (descriptor.custom !== undefined && CUSTOM_NAME.test(name));
  const names = given.flatMap((name) => {
    if (name === 'allFields') return [...known, '*'];
    return name === 'allCustom' ? ['*'] : [name];
  });
  const unknown = names.filter((name) => name !== '*' && !isKnown(name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 20).map((name) => `'${name.slice(0, 100)}'`);
    problems.push(`Unknown names in 'fields': ${shown.join(', ')}.`);
  }
  return [...new Set(['id', ...names])];
};

/** The custom fields among the requested names; * for all. */
export const customAmong = ({ custom }: Pick<Descriptor, 'custom'>, fields: FieldNames): string[] => {
  if (!custom || !fields) return [];
  return fields.includes('*') ? ['*'] : fields.filter((name) => CUSTOM_NAME.test(name));
};

/**
 * Parses the query of a list (decisions section 2); unknown parameters are ignored unless the mode is strict. Throws
 * Refusal INVALID_QUERY with every problem, or DEEP_PAGINATION.
 */
export const parseListQuery = <R extends Row>(
  descriptor: Descriptor<R>,
  pairs: Pairs,
  mode: ReadingMode = 'strict',
): ParsedQuery => {
  const problems: string[] = [];
  const { ignored, refuseUnknown } = unknownParameters(mode, problems);
  const query: ListQuery = { ...FIRST_PAGE, filters: [] };
  let fields: FieldNames;
  const inBrackets = sentInBrackets(pairs);
  for (const [name, given] of grouped(pairs)) {
    const values = given.filter((v) => v !== '');
    if (values.length === 0) {
      if (!RESERVED.has(name) && !filterNamed(descriptor, name)) refuseUnknown(name);
      continue;
    }
    switch (name) {
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
        if (!sortNamed(descriptor, sort)) {
          const names = [...Object.keys(descriptor.sorts), ...(descriptor.custom ? ['a custom field'] : [])];
          problems.push(`Unknown name in 'sort': '${sort.slice(0, 100)}'. It is one of ${names.join(', ')}.`);
        } else {
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
        if (filter) parseFilter(name, values, filter, query.filters, problems, inBrackets.get(name));
        // Names the calling system (decisions section 3), unless the list has a filter of this name.
        else if (name !== 'system') refuseUnknown(name);
      }
    }
  }
  query.customFields = customAmong(descriptor, fields);
  refuseProblems(problems);
  return { query, fields, ignored };
};
