import { refuse } from '@porchlight/errors';
import {
  filterNamed,
  INT32_MAX,
  INT32_MIN,
  sortNamed,
  type Descriptor,
  type Filter,
  type ListQuery,
  type Row,
} from '@porchlight/resource';

const MAX_LIMIT = 100;
const MAX_OFFSET = 2_000;
const MAX_VALUES = 100;
const MAX_LENGTH = 1_000;

const isValid = (filter: Filter, value: string): boolean => {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !value.isWellFormed() || value.includes('\0'))
    return false;
  if (filter.among) return filter.among.includes(value);
  switch (filter.type) {
    case 'int':
      return /^-?\d{1,10}$/.test(value) && Number(value) >= INT32_MIN && Number(value) <= INT32_MAX;
    case 'bool':
      return value === 'true' || value === 'false';
    case 'time':
      return !Number.isNaN(Date.parse(value));
    case 'string':
      return true;
  }
};

/**
 * Checks a list query that came by RPC against the descriptor, so that a service has no rights that a client lacks.
 * Throws INVALID_QUERY or DEEP_PAGINATION.
 */
export const checkListQuery = <R extends Row>(descriptor: Descriptor<R>, query: ListQuery): void => {
  const bad = (name: string): Error =>
    refuse('INVALID_QUERY', { problems: `Parameter '${name.slice(0, 100)}' is not valid here.` });
  if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > MAX_LIMIT) throw bad('limit');
  if (!Number.isInteger(query.offset) || query.offset < 0) throw bad('offset');
  if (query.offset > MAX_OFFSET) throw refuse('DEEP_PAGINATION');
  if (query.sort !== '' && !sortNamed(descriptor, query.sort)) throw bad('sort');
  for (const { name, values } of query.filters) {
    const filter = filterNamed(descriptor, name);
    if (!filter || values.length === 0 || values.length > (filter.many ? MAX_VALUES : 1)) throw bad(name);
    for (const value of values) if (!isValid(filter, value)) throw bad(name);
  }
};
