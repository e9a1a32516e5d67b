import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import type { PeopleColumn } from './people-columns';
import type { PeopleQuery } from './people-query';

/** Maximum number of rows of a file. */
export const MAX_EXPORTED = 10_000;

/** A cell of a CSV file. A text that a spreadsheet would compute as a formula begins with an apostrophe. */
const toCell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The table of people as CSV: one line for each, in the columns that are shown. */
export const toCsv = (columns: readonly PeopleColumn[], people: readonly Schemas['Person'][]): string =>
  [
    columns.map(({ title }) => toCell(title)),
    ...people.map((person) => columns.map(({ toText }) => toCell(toText(person)))),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n');

/** Reads all people of a query, page by page, at most 10,000. */
export const readAllPeople = async (
  query: PeopleQuery,
  columns: readonly PeopleColumn[],
  report: (read: number) => void,
): Promise<readonly Schemas['Person'][]> => {
  const people: Schemas['Person'][] = [];
  const fields = columns.flatMap((column) => column.fields);
  for await (const person of porchlight.people.list({ ...query, fields })) {
    people.push(person);
    if (people.length % 100 === 0) report(people.length);
    if (people.length === MAX_EXPORTED) break;
  }
  return people;
};
