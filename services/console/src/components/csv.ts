/** Maximum number of rows of a file. */
export const MAX_EXPORTED = 10_000;
/** Rows after which the progress is reported. */
const REPORT_EVERY = 100;

/** A cell of a CSV file. A text that a spreadsheet would compute as a formula begins with an apostrophe. */
const toCell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A column of a CSV file. */
export interface CsvColumn<T> {
  readonly title: string;
  readonly toText: (row: T) => string;
}

/** A table as CSV: a line of titles, then one line for each row. */
export const toCsv = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string =>
  [columns.map(({ title }) => toCell(title)), ...rows.map((row) => columns.map(({ toText }) => toCell(toText(row))))]
    .map((cells) => cells.join(','))
    .join('\r\n');

/** Reads a list page by page, at most 10,000 rows. */
export const readRows = async <T>(list: AsyncIterable<T>, report: (read: number) => void): Promise<readonly T[]> => {
  const rows: T[] = [];
  for await (const row of list) {
    rows.push(row);
    if (rows.length % REPORT_EVERY === 0) report(rows.length);
    if (rows.length === MAX_EXPORTED) break;
  }
  return rows;
};
