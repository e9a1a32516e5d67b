import Table from 'cli-table3';

type Row = readonly (string | number)[];

/** Formats a table of the report: names on the left, numbers on the right. Missing last cells are empty. */
export const table = (head: readonly string[], rows: readonly Row[]): string => {
  const out = new Table({
    head: [...head],
    style: { head: [], border: [] },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
  });
  out.push(...rows.map((row) => head.map((_, index) => row[index] ?? '')));
  return out.toString();
};

/** The last two cells of a row: an upper bound, and whether the value is within it. */
export const atMost = (value: number, bound: number, unit = '', bad = 0): [string, string] => [
  `≤ ${bound.toLocaleString('en')}${unit}`,
  verdict(value <= bound, bad),
];

/** The last two cells of a row: a lower bound, and whether the value reaches it. */
export const atLeast = (value: number, bound: number, unit = '', bad = 0): [string, string] => [
  `≥ ${bound.toLocaleString('en')}${unit}`,
  verdict(value >= bound, bad),
];

/** A number without decimals; '-' for one that was not measured. */
export const whole = (value: number): string => (Number.isNaN(value) ? '-' : Math.round(value).toLocaleString('en'));

/** A number with one decimal; '-' for one that was not measured. */
export const tenths = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1));

/** A number with two decimals; '-' for one that was not measured. */
export const hundredths = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(2));

/** Formats whether a target is met. A run with invalid responses never meets it: errors are fast. */
export const verdict = (good: boolean, bad = 0): string =>
  [good && bad === 0 ? '✓ pass' : '✗ MISS', notGood(bad)].filter(Boolean).join(', ');

/** Formats the number of invalid responses, if any. */
export const notGood = (bad: number): string => (bad > 0 ? `${bad} not good` : '');
