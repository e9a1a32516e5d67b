import { readStoredFilter } from '@porchlight/backend';
import { column, type Columns, type Stored } from '@porchlight/store';
import { people } from '@porchlight/contracts';
import { facetsOfFilter, type CustomDefinition } from '@porchlight/custom-fields';
import { isRefusal, refuseAll } from '@porchlight/errors';
import { parseListQuery, type FilterValues, type ListQuery } from '@porchlight/resource';

export const smartListCoreColumns = {
  name: column.text,
  /** Parameters of GET /people as JSON object. */
  filtersJson: column.text,
  /** As in the query: a name, descending with a leading `-`. */
  sort: column.optional(column.text),
} satisfies Columns;

/** The stored fields of a smart list. */
export type SmartListCore = Stored<typeof smartListCoreColumns>;

/** The filters and the sort of a smart list, parsed for a list of people. */
export interface SmartListFilters extends Pick<ListQuery, 'sort' | 'descending'> {
  readonly filters: FilterValues[];
  /** Reasons why a filter or the sort cannot be used, one sentence each. */
  readonly skipped: string[];
  /** A filter cannot be used: the list matches no person (D13.3). */
  readonly matchesNothing: boolean;
}

const shortName = (name: string): string => name.slice(0, 100);

/** Parses one stored parameter into filters. Throws INVALID_QUERY. */
const readParameter = (name: string, value: unknown, definitions: readonly CustomDefinition[]): FilterValues[] => {
  const filters = readStoredFilter(name, value, 'a smart list');
  for (const filter of filters) if (isCustom(filter)) facetsOfFilter(definitions, filter);
  return filters;
};

const isCustom = ({ name }: FilterValues): boolean => name.startsWith('custom');

const readSort = (sort: string | undefined): Pick<ListQuery, 'sort' | 'descending'> =>
  parseListQuery(people, sort ? [['sort', sort]] : []).query;

const UNSORTED = { sort: '', descending: true } as const;

/** Parses a smart list. Filters and sorts that are no longer valid are reported in `skipped`. */
export const parseSmartList = (list: SmartListCore, definitions: readonly CustomDefinition[]): SmartListFilters => {
  const filters: FilterValues[] = [];
  const skipped: string[] = [];
  const attempt = (what: string, result: string, read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      skipped.push(`${what} of smart list '${shortName(list.name)}' ${result}: ${error.message}`);
    }
  };
  for (const [name, value] of Object.entries(JSON.parse(list.filtersJson) as Record<string, unknown>))
    attempt(`Filter '${shortName(name)}'`, 'matches no person', () =>
      filters.push(...readParameter(name, value, definitions)),
    );
  const matchesNothing = skipped.length > 0;
  let order: Pick<ListQuery, 'sort' | 'descending'> = UNSORTED;
  attempt('The sort', 'is skipped', () => (order = readSort(list.sort)));
  return { filters, skipped, matchesNothing, sort: order.sort, descending: order.descending };
};

/** Checks a smart list like GET /people. Throws INVALID_BODY with every problem. */
export const checkSmartList = (
  { filtersJson, sort }: Pick<SmartListCore, 'filtersJson' | 'sort'>,
  definitions: readonly CustomDefinition[],
): void => {
  const problems: string[] = [];
  const attempt = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      problems.push(error.message);
    }
  };
  for (const [name, value] of Object.entries(JSON.parse(filtersJson) as Record<string, unknown>))
    attempt(() => readParameter(name, value, definitions));
  attempt(() => readSort(sort));
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
};

/** Adds the filters of a smart list to the query, and its sort unless the query has one. */
export const withSmartList = (query: ListQuery, question: SmartListFilters): ListQuery => ({
  ...query,
  filters: [...query.filters.filter(({ name }) => name !== 'smartListId'), ...question.filters],
  ...(query.sort === '' && question.sort !== '' && { sort: question.sort, descending: question.descending }),
});
