import { t } from '@lingui/core/macro';
import type { ReportRange } from './report-range';

/** Days that a chart shows one by one; longer ranges are shown by week. */
const MAX_COLUMNS = 92;
const WEEK = 7;
const DAY_MS = 86_400_000;
const DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A column of a chart: a label, and the value of each series. */
export interface ChartColumn {
  readonly label: string;
  readonly values: readonly number[];
}

interface DayCount {
  readonly day: string;
  readonly source: string | null;
  readonly leads: number;
}

const toNumber = (day: string): number => Date.parse(`${day}T00:00Z`) / DAY_MS;

/** Leads of each day, or each week of a long range, by series; days without leads are columns too. */
export const groupDays = (
  { from, to }: Pick<ReportRange, 'from' | 'to'>,
  days: readonly DayCount[],
  series: readonly (string | null)[],
): ChartColumn[] => {
  const first = toNumber(from);
  const count = toNumber(to) - first + 1;
  const step = count > MAX_COLUMNS ? WEEK : 1;
  const columns = Array.from({ length: Math.ceil(count / step) }, (_, nth) => {
    const day = DATE.format(new Date((first + nth * step) * DAY_MS));
    return { label: step > 1 ? t`Week of ${day}` : day, values: series.map(() => 0) };
  });
  for (const { day, source, leads } of days) {
    // Sources without a series of their own are in the last one.
    const at = series.includes(source) ? series.indexOf(source) : series.length - 1;
    const { values } = columns[Math.floor((toNumber(day) - first) / step)] ?? { values: [] };
    if (at in values) values[at] = values[at]! + leads;
  }
  return columns;
};
