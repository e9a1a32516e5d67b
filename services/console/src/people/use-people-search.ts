import { useSearchParams } from 'react-router';
import { readFilters, type PeopleFilter } from './people-query';

/** The address of the list of people: each change is a step of the history, typing is one step (U11). */
export const usePeopleSearch = () => {
  const [search, setSearch] = useSearchParams();
  const update = (change: (next: URLSearchParams) => void, replace = false): void => {
    const next = new URLSearchParams(search);
    change(next);
    if (next.toString() !== search.toString()) setSearch(next, { preventScrollReset: true, replace });
  };
  return {
    search,
    filters: readFilters(search),
    q: search.get('q') ?? '',
    sort: search.get('sort') ?? '',
    listId: Number(search.get('smartListId') ?? 0),
    setQ: (q: string) =>
      update((next) => (q === '' ? next.delete('q') : next.set('q', q)), search.has('q') && q !== ''),
    setSort: (sort: string) => update((next) => (sort === '' ? next.delete('sort') : next.set('sort', sort))),
    addFilter: ({ name, many }: PeopleFilter, value: string) =>
      update((next) => (many ? next.append(name, value) : next.set(name, value))),
    removeFilter: ({ name }: PeopleFilter, value: string) => update((next) => next.delete(name, value)),
    /** Shows these filters and this order in place of all others. */
    showFilters: (parameters: Readonly<Record<string, string | readonly string[]>>) => {
      const entries = Object.entries(parameters).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      setSearch(entries);
    },
    openList: (id: number) => setSearch(id === 0 ? {} : { smartListId: String(id) }),
    clear: () => setSearch({}),
  };
};

/** The address of the list and how it is changed. */
export type PeopleSearch = ReturnType<typeof usePeopleSearch>;
