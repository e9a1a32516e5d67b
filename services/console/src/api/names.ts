import type { AnyPage, CallOptions } from '@porchlight/sdk';
import { useCollection } from './hooks';

/** Maximum number of names that a page reads of one list. */
const LIMIT = 100;

/** Formats an id as the name of its record; as `user 7` while the names are loading or if the record is unknown. */
export type FormatName = (id: number) => string;

type NameQuery = { readonly limit: number; readonly fields: string[] };

/** Reads the names of a resource, such as `users`. `kind` is the singular noun for users: `user`. */
export const useNames = (
  resource: string,
  kind: string,
  list: (query: NameQuery, options: CallOptions) => PromiseLike<AnyPage>,
): FormatName => {
  const { rows } = useCollection([resource], list, { limit: LIMIT, fields: ['id', 'name'] });
  const names = new Map(rows.map(({ id, name }: { id: number; name?: string | null }) => [id, name]));
  return (id) => names.get(id) ?? `${kind} ${id}`;
};
