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

/** Prints a value as JSON, or as text. */
export function printResult<T>(value: T, json: boolean | undefined, describe: (value: T) => string): void {
  console.log(json ? JSON.stringify(value, null, 2) : describe(value));
}

/** Prints records as a table of the named columns, or completely as JSON. */
export function printRecords(records: readonly object[], columns: readonly string[], json: boolean | undefined): void {
  printResult(records, json, () => {
    if (records.length === 0) return 'There are none.';
    const rows = records.map((record) => columns.map((name) => shown((record as Record<string, unknown>)[name])));
    return formatTable(columns, rows);
  });
}

/** Prints one record, one field per line, or as JSON. */
export function printRecord(record: object, json: boolean | undefined): void {
  printResult(record, json, () => {
    const lines = Object.entries(record).map(([name, value]) => `${name}: ${shown(value)}`);
    return lines.join('\n') || 'Done.';
  });
}

/** Removes control characters from external text. */
export function shown(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value as string | number | boolean);
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, '·');
}
