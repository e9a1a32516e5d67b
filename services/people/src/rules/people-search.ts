import { refuse } from '@porchlight/errors';
import type { FilterValues, ListQuery } from '@porchlight/resource';

/** Most words of a search; each is looked for by itself. */
const MAX_WORDS = 20;
const LEAST_DIGITS = 5;

/** The filters that a search means: an e-mail, a phone, or words that must each stand in the name [ext]. */
const filtersOfSearch = (text: string): FilterValues[] => {
  const search = text.trim();
  if (search === '') return [];
  if (search.includes('@')) return [{ name: 'email', values: [search] }];
  if (search.replace(/\D/g, '').length >= LEAST_DIGITS) return [{ name: 'phone', values: [search] }];
  const words = [...new Set(search.toLowerCase().split(/\s+/u))];
  if (words.length > MAX_WORDS)
    throw refuse('INVALID_QUERY', { problems: `Parameter 'q' takes at most ${MAX_WORDS} words.` });
  return words.map((word) => ({ name: 'name', values: [word] }));
};

/** The query with its search turned into filters. */
export const withSearch = (query: ListQuery): ListQuery =>
  query.filters.some(({ name }) => name === 'q')
    ? {
        ...query,
        filters: query.filters.flatMap((filter) =>
          filter.name === 'q' ? filtersOfSearch(filter.values[0] ?? '') : [filter],
        ),
      }
    : query;
