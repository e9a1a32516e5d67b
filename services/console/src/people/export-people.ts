import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { readRows } from '../components/csv';
import type { PeopleColumn } from './people-columns';
import type { PeopleQuery } from './people-query';

/** Reads all people of a query, page by page, at most 10,000. */
export const readAllPeople = (
  query: PeopleQuery,
  columns: readonly PeopleColumn[],
  report: (read: number) => void,
): Promise<readonly Schemas['Person'][]> =>
  readRows(porchlight.people.list({ ...query, fields: columns.flatMap(({ fields }) => fields) }), report);
