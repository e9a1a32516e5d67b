import Table from 'cli-table3';

/** A table of the report: names on the left, numbers on the right. */
export const reportTable = (head: string[]): Table.Table =>
  new Table({
    head,
    style: { head: [], border: [] },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
  });

/** A number without decimals; '-' for one that was not measured. */
export const whole = (value: number): string => (Number.isNaN(value) ? '-' : Math.round(value).toLocaleString('en'));

/** A number with one decimal; '-' for one that was not measured. */
export const tenths = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1));

/** Formats whether a target is met. A run with invalid responses never meets it: errors are fast. */
export const verdict = (good: boolean, bad = 0): string =>
  [good && bad === 0 ? '✓ pass' : '✗ MISS', notGood(bad)].filter(Boolean).join(', ');

/** Formats the number of invalid responses, if any. */
export const notGood = (bad: number): string => (bad > 0 ? `${bad} not good` : '');
