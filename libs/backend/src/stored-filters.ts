import { people, type NamedRecord } from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import { parseListQuery, type FilterValues } from '@porchlight/resource';
import { normalizeText } from '@porchlight/store';

/** Parameters of GET /people that a record stores, by name. */
export type StoredFilters = Readonly<Record<string, unknown>>;

/** Parameters of a single request, which no record can store. */
const NOT_STORABLE: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'next',
  'fields',
  'id',
  'ids',
  'sort',
  'system',
  'smartListId',
]);

/** Filters of people whose values name a record, by kind of record: by its id, or by its name. */
const FILTERS: Readonly<Record<string, { readonly byId: string; readonly byName?: string }>> = {
  stages: { byId: 'stageId', byName: 'stage' },
  ponds: { byId: 'assignedPondId' },
  users: { byId: 'assignedUserId' },
};

/** The parameter as a query has it: an array is sent as `name[]`, where a comma can be part of a value (D13.7). */
const toPairs = (name: string, value: unknown): [string, string][] =>
  Array.isArray(value) ? value.map((one) => [`${name.replace(/\[\]$/u, '')}[]`, String(one)]) : [[name, String(value)]];

const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Parses one stored parameter into filters. As in a query, an empty value has none, except that of an email or a phone.
 * `where` names the record in errors, such as `a smart list`. Throws INVALID_QUERY.
 */
export const readStoredFilter = (name: string, value: unknown, where: string): FilterValues[] => {
  const bad = (problems: string) => refuse('INVALID_QUERY', { problems });
  if (NOT_STORABLE.has(name)) throw bad(`Parameter '${name}' cannot be stored in ${where}.`);
  const values = Array.isArray(value) ? value : [value];
  if (!values.every(isValue))
    throw bad(`Parameter '${name.slice(0, 100)}' must be a string, a number, true, false or an array of those.`);
  const { query, isEmpty } = parseListQuery(people, toPairs(name, value));
  // It would match no person (D13.10).
  if (isEmpty) throw bad(`Parameter '${name}' must have a value.`);
  return query.filters;
};

/** The filters of one stored parameter; none if it cannot be parsed. */
const readFilters = (name: string, value: unknown): readonly FilterValues[] => {
  try {
    return parseListQuery(people, toPairs(name, value)).query.filters;
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
};

/** Whether the value of a filter names the record. */
const isNamedBy = (record: NamedRecord, filterName: string, value: string): boolean => {
  const { byId, byName } = FILTERS[record.kind] ?? {};
  if (filterName === byId) return Number(value) === record.id;
  return filterName === byName && normalizeText(value) === normalizeText(record.name);
};

const hasNamedValue = (filters: readonly FilterValues[], record: NamedRecord): boolean =>
  filters.some(({ name, values }) => values.some((value) => isNamedBy(record, name, value)));

/** Whether stored filters name the record: a custom field by the name of a parameter, others by a value. */
export const filtersName = (parameters: StoredFilters, record: NamedRecord): boolean =>
  record.kind === 'customFields'
    ? Object.keys(parameters).some((name) => name.replace(/\[.*$/u, '') === record.name)
    : Object.entries(parameters).some(([name, value]) => hasNamedValue(readFilters(name, value), record));

/** The parameter of a filter that names the replacement, for example another stage or the user who gets a pond. */
const replaceValue = (
  { name: filterName, values }: FilterValues,
  record: NamedRecord,
  replacement: NamedRecord,
): { name: string; value: string } => {
  const { byId = '', byName } = FILTERS[replacement.kind] ?? {};
  // A comma would separate two names; a second parameter beside several names would combine by AND.
  const isReadable = !replacement.name.includes(',') || values.length > 1;
  return filterName === FILTERS[record.kind]?.byName && byName !== undefined && isReadable
    ? { name: byName, value: replacement.name }
    : { name: byId, value: String(replacement.id) };
};

/** Stored filters that name the replacement instead of the record. */
export const replaceInFilters = (
  parameters: StoredFilters,
  record: NamedRecord,
  replacement: NamedRecord,
): StoredFilters => {
  const after: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const filters = readFilters(name, value);
    if (!hasNamedValue(filters, record)) {
      after[name] = value;
      continue;
    }
    for (const filter of filters) {
      const values = new Map<string, string[]>();
      for (const one of filter.values) {
        const to = isNamedBy(record, filter.name, one)
          ? replaceValue(filter, record, replacement)
          : { name: filter.name, value: one };
        values.set(to.name, [...new Set([...(values.get(to.name) ?? []), to.value])]);
      }
      for (const [to, list] of values) after[to] = list.length === 1 ? list[0] : list;
    }
  }
  return after;
};
