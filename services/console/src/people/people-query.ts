import { t } from '@lingui/core/macro';
import type { Porchlight } from '@porchlight/sdk';

/** The query of a list of people, as the API names its parameters. */
export type PeopleQuery = NonNullable<Parameters<Porchlight['people']['list']>[0]>;

/** How the value of a filter is chosen. */
export type FilterInput = 'text' | 'number' | 'date' | 'answer' | 'stage' | 'user' | 'pond' | 'timeframe';

/** A filter of the list of people; its name is that of the API and of the address. */
export interface PeopleFilter {
  readonly name: string;
  readonly label: string;
  readonly input: FilterInput;
  /** The API takes several values of it. */
  readonly many?: true;
}

/** The filters in the order of the menu. The search has a field of its own. */
export const FILTERS: readonly PeopleFilter[] = [
  { name: 'stage', label: t`Stage`, input: 'stage', many: true },
  { name: 'assignedUserId', label: t`Assigned to`, input: 'user', many: true },
  { name: 'assignedPondId', label: t`Pond`, input: 'pond' },
  { name: 'assignedLenderId', label: t`Lender`, input: 'user', many: true },
  { name: 'source', label: t`Source`, input: 'text', many: true },
  { name: 'tags', label: t`Tag`, input: 'text', many: true },
  { name: 'contacted', label: t`Contacted`, input: 'answer' },
  { name: 'timeframeId', label: t`Timeframe`, input: 'timeframe' },
  { name: 'priceAbove', label: t`Price above`, input: 'number' },
  { name: 'priceBelow', label: t`Price below`, input: 'number' },
  { name: 'createdAfter', label: t`Created after`, input: 'date' },
  { name: 'createdBefore', label: t`Created before`, input: 'date' },
  { name: 'lastActivityAfter', label: t`Active after`, input: 'date' },
  { name: 'lastActivityBefore', label: t`Active before`, input: 'date' },
  { name: 'firstName', label: t`First name`, input: 'text' },
  { name: 'lastName', label: t`Last name`, input: 'text' },
  { name: 'email', label: t`Email`, input: 'text' },
  { name: 'phone', label: t`Phone`, input: 'text' },
];

/** A filter with a value, in the address and as a chip. */
export interface ActiveFilter {
  readonly filter: PeopleFilter;
  readonly value: string;
}

/** The filters of an address, in the order of the menu. */
export const readFilters = (search: URLSearchParams): readonly ActiveFilter[] =>
  FILTERS.flatMap((filter) => search.getAll(filter.name).map((value) => ({ filter, value })));

/** The parameters by which the API filters: those of the address without the sort. */
export const readFilterParameters = (search: URLSearchParams): Readonly<Record<string, string | string[]>> => {
  const q = search.get('q');
  const parameters: Record<string, string | string[]> = q ? { q } : {};
  for (const { filter, value } of readFilters(search)) {
    if (!filter.many) parameters[filter.name] = value;
    else parameters[filter.name] = [...((parameters[filter.name] as string[] | undefined) ?? []), value];
  }
  return parameters;
};

/** The query of an address: search, filters, sort, saved list. */
export const toPeopleQuery = (search: URLSearchParams): PeopleQuery => {
  const sort = search.get('sort');
  const list = search.get('smartListId');
  return {
    ...readFilterParameters(search),
    ...(sort && { sort }),
    ...(list && { smartListId: Number(list) }),
  };
};

const SHOWN: ReadonlySet<string> = new Set(['q', ...FILTERS.map(({ name }) => name)]);

/** The filters of a saved list as parameters of an address, and the names of those that the page cannot show. */
export const readSavedFilters = (
  filters: object,
): { readonly parameters: Readonly<Record<string, string[]>>; readonly others: readonly string[] } => {
  const entries = Object.entries(filters) as [string, unknown][];
  return {
    parameters: Object.fromEntries(
      entries.filter(([name]) => SHOWN.has(name)).map(([name, value]) => [name, [value].flat().map(String)]),
    ),
    others: entries.flatMap(([name]) => (SHOWN.has(name) ? [] : [name])),
  };
};
