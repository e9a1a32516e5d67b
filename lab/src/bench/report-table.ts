import { formatTable } from '@porchlight/tools/src/operator/print';

/** Formats a table of numbers. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  formatTable(head, rows, { align: 'right' });

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
  `${good && bad === 0 ? '✓ pass' : '✗ MISS'}${bad > 0 ? `, ${bad} not good` : ''}`;
