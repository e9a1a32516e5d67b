import { refuse } from '@porchlight/errors';
import type { FilterValues, ListQuery } from '@porchlight/resource';

/** Maximum number of words of a search; each is matched separately. */
const MAX_WORDS = 20;
const MIN_DIGITS = 5;

/** Returns whether a person of the account has this phone. */
export type IsKnownPhone = (phone: string) => Promise<boolean>;

const couldBePhone = (text: string): boolean => !/\p{L}/u.test(text) && text.replace(/\D/g, '').length >= MIN_DIGITS;

/**
 * The filters of a search [ext]: an email, or words that must all occur in the name. A text or word without letters and
 * with at least 5 digits is a phone if a person has that phone, else a word.
 */
const searchFilters = async (text: string, isKnownPhone: IsKnownPhone): Promise<FilterValues[]> => {
  const search = text.trim();
  if (search === '') return [];
  if (search.includes('@')) return [{ name: 'email', values: [search] }];
  const isPhone = async (one: string): Promise<boolean> => couldBePhone(one) && (await isKnownPhone(one));
  if (await isPhone(search)) return [{ name: 'phone', values: [search] }];
  const words = [...new Set(search.toLowerCase().split(/\s+/u))];
  if (words.length > MAX_WORDS)
    throw refuse('INVALID_QUERY', { problems: `Parameter 'q' takes at most ${MAX_WORDS} words.` });
  return Promise.all(words.map(async (word) => ({ name: (await isPhone(word)) ? 'phone' : 'name', values: [word] })));
};

/** The query with its search turned into filters. Throws INVALID_QUERY for more than 20 words. */
export const withSearch = async (query: ListQuery, isKnownPhone: IsKnownPhone): Promise<ListQuery> => {
  const filters = await Promise.all(
    query.filters.map((filter) =>
      filter.name === 'q' ? searchFilters(filter.values[0] ?? '', isKnownPhone) : [filter],
    ),
  );
  return { ...query, filters: filters.flat() };
};
