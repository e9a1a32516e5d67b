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

/** Whether a target is met. Nothing meets one by answers that were not good: they are quick, and nobody wants them. */
export const verdict = (good: boolean, bad = 0): string =>
  [good && bad === 0 ? '✓ pass' : '✗ MISS', notGood(bad)].filter(Boolean).join(', ');

/** Names answers that were not good, if there were any. */
export const notGood = (bad: number): string => (bad > 0 ? `${bad} not good` : '');
