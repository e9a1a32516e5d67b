import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { CUSTOM_NAME } from './codecs/custom-value-codecs';
import { INT32_MAX } from './codecs/scalars';
import { getFields, filterNamed, sortNamed, type Descriptor, type Row } from './descriptor';
import {
  between,
  countParameters,
  grouped,
  integer,
  needsValue,
  only,
  parseFilter,
  refuseProblems,
  sentInBrackets,
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
  /** Names of parameters that were ignored; empty in strict mode. */
  readonly ignored: readonly string[];
  /** A filter such as `email` was sent without a value: the list is empty (D13.10). */
  readonly isEmpty: boolean;
}

const MAX_FIELDS = LIMITS.requestedFields.value;
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
  const requested = [...new Set(between(texts))];
  if (requested.length > MAX_FIELDS) {
    problems.push(`Parameter 'fields' takes at most ${MAX_FIELDS} names, not ${requested.length}. Send fewer.`);
    return ['id'];
  }
  const shownNames = new Set(shownFields(descriptor));
  const isKnown = (name: string): boolean =>
    shownNames.has(name) || (descriptor.custom !== undefined && CUSTOM_NAME.test(name));
  const names = requested.flatMap((name) => {
    if (name === 'allFields') return [...shownNames, '*'];
    return name === 'allCustom' ? ['*'] : [name];
  });
  const unknown = names.filter((name) => name !== '*' && !isKnown(name));
  if (unknown.length > 0) {
    const excerpt = unknown.slice(0, 20).map((name) => `'${name.slice(0, 100)}'`);
    problems.push(`Invalid field(s) in the fields parameter: [${excerpt.join(', ')}].`);
  }
  return [...new Set(['id', ...names])];
};

/** The custom fields among the requested names; * for all. */
export const customAmong = ({ custom }: Pick<Descriptor, 'custom'>, fields: FieldNames): string[] => {
  if (!custom || !fields) return [];
  return fields.includes('*') ? ['*'] : fields.filter((name) => CUSTOM_NAME.test(name));
};

/** Parses `limit`: a higher one counts as the maximum (D2.3). */
const parseLimit = (text: string, problems: string[]): number => {
  if (/^\+?\d{1,1000}$/.test(text) && Number(text) >= 1) return Math.min(Number(text), MAX_LIMIT);
  problems.push(`Parameter 'limit' must be an integer of at least 1. More than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`);
  return DEFAULT_LIMIT;
};

const parseOffset = (text: string, problems: string[]): number => {
  const offset = integer(text, 0, INT32_MAX);
  if (offset === undefined) problems.push(`Parameter 'offset' must be an integer of at least 0.`);
  else if (offset > MAX_OFFSET) throw refuse('DEEP_PAGINATION');
  return offset ?? 0;
};

/** Parses `sort`; undefined for an unknown name, which is a problem unless it is ignored. */
const parseSort = <R extends Row>(
  descriptor: Descriptor<R>,
  text: string,
): { ok: Pick<ListQuery, 'sort' | 'descending'> } | { bad: string } => {
  const descending = text.startsWith('-');
  const sort = descending ? text.slice(1) : text;
  if (sortNamed(descriptor, sort)) return { ok: { sort, descending } };
  const names = [...Object.keys(descriptor.sorts), ...(descriptor.custom ? ['a custom field'] : [])];
  return { bad: `Unknown name in 'sort': '${sort.slice(0, 100)}'. It is one of ${names.join(', ')}.` };
};

/**
 * Parses the query of a list (decisions section 2); unknown parameters and sorts are ignored unless the mode is strict.
 * Throws Refusal INVALID_QUERY with every problem, or DEEP_PAGINATION.
 */
export const parseListQuery = <R extends Row>(
  descriptor: Descriptor<R>,
  pairs: Pairs,
  mode: ReadingMode = 'strict',
): ParsedQuery => {
  const problems: string[] = [];
  const parameters = countParameters(mode, problems);
  const query: ListQuery = { ...FIRST_PAGE, filters: [] };
  let fields: FieldNames;
  const inBrackets = sentInBrackets(pairs);
  let isEmpty = false;
  const readFilter = (name: string, values: readonly string[]): void => {
    const filter = filterNamed(descriptor, name);
    if (!filter) {
      // Names the calling system (decisions section 3), unless the list has a filter of this name.
      if (values.length > 0 && name !== 'system') parameters.refuseUnknown(name);
      return;
    }
    parameters.understand();
    if (!(filter.many ? between(values) : values).length) isEmpty ||= needsValue(name);
    else parseFilter(name, values, filter, query.filters, problems, inBrackets.get(name));
  };
  for (const [name, values] of grouped(pairs)) {
    switch (name) {
      case 'limit':
        query.limit = parseLimit(only(name, values, problems), problems);
        break;
      case 'offset':
        query.offset = parseOffset(only(name, values, problems), problems);
        break;
      case 'next':
        query.next = only(name, values, problems);
        break;
      case 'sort': {
        const sort = parseSort(descriptor, only(name, values, problems));
        if ('ok' in sort) Object.assign(query, sort.ok);
        else if (parameters.isLenient) parameters.report('sort');
        else problems.push(sort.bad);
        break;
      }
      case 'fields':
        fields = parseFields(descriptor, values, problems);
        break;
      default:
        readFilter(name, values);
    }
  }
  query.customFields = customAmong(descriptor, fields);
  parameters.end(true);
  refuseProblems(problems);
  return { query, fields, ignored: parameters.ignored, isEmpty };
};
