import Table from 'cli-table3';

/** Prints records as a table of the named columns, or completely as JSON. */
export function printRecords(records: readonly object[], columns: readonly string[], json: boolean | undefined): void {
  if (json) return console.log(JSON.stringify(records, null, 2));
  if (records.length === 0) return console.log('There are none.');
  const table = new Table({ head: [...columns], style: { head: [], border: [] } });
  for (const record of records) table.push(columns.map((name) => shown((record as Record<string, unknown>)[name])));
  console.log(table.toString());
}

/** Prints one record, one field per line, or as JSON. */
export function printRecord(record: object, json: boolean | undefined): void {
  if (json) return console.log(JSON.stringify(record, null, 2));
  console.log(
    Object.entries(record)
      .map(([name, value]) => `${name}: ${shown(value)}`)
      .join('\n') || 'Done.',
  );
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
