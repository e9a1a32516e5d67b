import { useSearchParams } from 'react-router';

/**
 * Filters in the address: they can be bookmarked, and each change is a step of the history (U11). A filter with its
 * default is not in the address.
 */
export const useSearchFilters = <F extends Record<string, string>>(
  defaults: F,
): {
  readonly filters: F;
  /** A filter has another value than its default. */
  readonly isFiltered: boolean;
  set(changes: Partial<F>): void;
  clear(): void;
} => {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, search.get(name) ?? value]),
  ) as F;
  const set = (changes: Partial<F>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === defaults[name]) next.delete(name);
      else next.set(name, value);
    }
    if (next.toString() !== search.toString()) setSearch(next, { preventScrollReset: true });
  };
  const isFiltered = Object.entries(defaults).some(([name, value]) => filters[name] !== value);
  return { filters, isFiltered, set, clear: () => set(defaults) };
};
