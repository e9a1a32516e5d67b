import { useCollection } from './hooks';

/** Most names that a page reads of one list. */
const LIMIT = 100;

/** Formats an id as the name of its record; the id itself while the names are loading or if the record is unknown. */
export type NameOf = (id: number) => string;

/**
 * Reads the names of a list such as `/v1/users`. The result formats an id as `name`, or as `kind id` if the name is
 * unknown.
 */
export const useNames = (path: string, collection: string, kind: string): NameOf => {
  const { rows } = useCollection<{ id: number; name: string }>(path, collection, { limit: LIMIT, fields: 'id,name' });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `${kind} ${id}`;
};
