import Table from 'cli-table3';

/** Formats a table: the first column on the left, the others as `align` says. Missing last cells are empty. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  { align = 'left', widths, compact = false }: TableStyle = {},
): string {
  const table = new Table({
    head: [...head],
    style: { head: [], border: [], compact },
    colAligns: head.map((_, column) => (column === 0 ? 'left' : align)),
    ...(widths && { colWidths: [...widths], wordWrap: true }),
  });
  table.push(...rows.map((row) => head.map((_, column) => row[column] ?? '')));
  return table.toString();
}

export interface TableStyle {
  readonly align?: 'left' | 'right';
  /** Of all columns; longer text is wrapped. */
  readonly widths?: readonly number[];
  /** Without lines between rows. */
  readonly compact?: boolean;
}

/** How results are printed: `quiet` prints only the ids of records. */
export const OUTPUT_FORMATS = ['table', 'json', 'csv', 'quiet'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Prints a value as the format says; `describe` formats it for people. */
export function printResult<T>(value: T, output: OutputFormat | undefined, describe: (value: T) => string): void {
  const text = formatResult(value, output, describe);
  if (text !== '') console.log(text);
}

function formatResult<T>(value: T, output: OutputFormat | undefined, describe: (value: T) => string): string {
  const records = (Array.isArray(value) ? value : [value]) as readonly Fields[];
  if (output === 'json') return JSON.stringify(value, null, 2);
  if (output === 'csv') return formatCsv(records);
  if (output === 'quiet') return records.flatMap(({ id }) => (id === undefined ? [] : [shown(id)])).join('\n');
  return describe(value);
}

type Fields = Readonly<Record<string, unknown>>;

/** A text that a spreadsheet would compute as a formula; a number is none. Leads name people as they like. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text));

/**
 * Formats records as CSV (RFC 4180) with a header row; lists and objects are JSON. A formula begins with an apostrophe,
 * which an import removes.
 */
export function formatCsv(records: readonly Fields[]): string {
  const columns = [...new Set(records.flatMap(Object.keys))];
  const cell = (value: unknown): string => {
    const plain = typeof value === 'string' ? value : shown(value);
    const text = isFormula(plain) ? `'${plain}` : plain;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...records.map((record) => columns.map((name) => record[name]))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n');
}

/** Prints records: a table of the named columns, or all fields in the other formats. */
export function printRecords(
  records: readonly object[],
  columns: readonly string[],
  output: OutputFormat | undefined,
): void {
  printResult(records, output, () => {
    if (records.length === 0) return 'There are none.';
    const rows = records.map((record) => columns.map((name) => shown((record as Fields)[name])));
    return formatTable(columns, rows);
  });
}

/** Prints one record, one field per line in a terminal. */
export function printRecord(record: object, output: OutputFormat | undefined): void {
  printResult(record, output, () => {
    const lines = Object.entries(record).map(([name, value]) => `${name}: ${shown(value)}`);
    return lines.join('\n') || 'Done.';
  });
}

/** Removes control characters from external text. */
export function shown(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value as string | number | boolean);
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, '·');
}
