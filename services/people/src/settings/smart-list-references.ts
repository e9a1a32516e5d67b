import type { NamingRules } from '@porchlight/backend';
import { people, type NamedRecord } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { parseListQuery, type FilterValues } from '@porchlight/resource';
import { normalizeText } from '@porchlight/store';
import type { SmartListDocument } from './smart-lists-strategy';

type Parameters = Readonly<Record<string, unknown>>;

/** Filters of people whose values name a record, by kind of record: by its id, or by its name. */
const FILTERS: Readonly<Record<string, { readonly byId: string; readonly byName?: string }>> = {
  stages: { byId: 'stageId', byName: 'stage' },
  ponds: { byId: 'assignedPondId' },
  users: { byId: 'assignedUserId' },
};

const parse = ({ filtersJson }: Pick<SmartListDocument, 'filtersJson'>): Parameters =>
  JSON.parse(filtersJson) as Parameters;

/** The filters of one stored parameter; none if it cannot be parsed. */
const readFilters = (name: string, value: unknown): readonly FilterValues[] => {
  const values = Array.isArray(value) ? value : [value];
  try {
    return parseListQuery(
      people,
      values.map((one) => [name, String(one)] as const),
    ).query.filters;
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

const namesRecord = (filters: readonly FilterValues[], record: NamedRecord): boolean =>
  filters.some(({ name, values }) => values.some((value) => isNamedBy(record, name, value)));

/** The parameter of a filter that names the replacement, for example another stage or the user who gets a pond. */
const replaceValue = (filterName: string, record: NamedRecord, replacement: NamedRecord) => {
  const { byId = '', byName } = FILTERS[replacement.kind] ?? {};
  return filterName === FILTERS[record.kind]?.byName && byName !== undefined
    ? { name: byName, value: replacement.name }
    : { name: byId, value: String(replacement.id) };
};

const replaceParameters = (parameters: Parameters, record: NamedRecord, replacement: NamedRecord): Parameters => {
  const after: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const filters = readFilters(name, value);
    if (!namesRecord(filters, record)) {
      after[name] = value;
      continue;
    }
    for (const filter of filters) {
      const values = new Map<string, string[]>();
      for (const one of filter.values) {
        const to = isNamedBy(record, filter.name, one)
          ? replaceValue(filter.name, record, replacement)
          : { name: filter.name, value: one };
        values.set(to.name, [...new Set([...(values.get(to.name) ?? []), to.value])]);
      }
      for (const [to, list] of values) after[to] = list.length === 1 ? list[0] : list;
    }
  }
  return after;
};

/** Smart lists name custom fields, stages and ponds in their filters, custom fields also in their sort. */
export const smartListNames: NamingRules<SmartListDocument> = {
  title: ({ name }) => name,
  names: (list, record) =>
    record.kind === 'customFields'
      ? Object.keys(parse(list)).some((name) => name.replace(/\[.*$/u, '') === record.name) ||
        list.sort?.replace(/^-/u, '') === record.name
      : Object.entries(parse(list)).some(([name, value]) => namesRecord(readFilters(name, value), record)),
  replace: (list, record, replacement) => ({
    ...list,
    filtersJson: JSON.stringify(replaceParameters(parse(list), record, replacement)),
  }),
};
