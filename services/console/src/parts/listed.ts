import type { Collection } from '../api/hooks';

/** Rows that are here already, as a table takes them. */
export const listed = <T>(rows: readonly T[]): Pick<Collection<T>, 'rows' | 'pending' | 'error' | 'again'> => ({
  rows,
  pending: false,
  error: undefined,
  again: () => undefined,
});
