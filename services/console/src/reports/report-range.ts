import { t } from '@lingui/core/macro';
import { now } from '../components/current-time';
import { addDays } from '../tasks/due-day';

/** The ranges that reports offer, by their number of days. */
export const RANGES = [
  { value: '7', label: t`7 days` },
  { value: '30', label: t`30 days` },
  { value: '90', label: t`90 days` },
  { value: '365', label: t`12 months` },
];
export const DEFAULT_RANGE = '30';

/** The range of a report: first and last day, and the time zone of the browser. */
export type ReportRange = Readonly<Record<'from' | 'to' | 'timeZone', string>>;

/** The last days until today; another text than a range is the default. */
export const lastDays = (range: string): ReportRange => {
  const days = Number(RANGES.some(({ value }) => value === range) ? range : DEFAULT_RANGE);
  const today = new Date(now());
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { from: addDays(today, 1 - days), to: addDays(today, 0), timeZone };
};

/** The first days of this month and the last day after some months. */
export const nextMonths = (months: number): Pick<ReportRange, 'from' | 'to'> => {
  const today = new Date(now());
  const first = new Date(today.getFullYear(), today.getMonth(), 1);
  return { from: addDays(first, 0), to: addDays(new Date(first.getFullYear(), first.getMonth() + months, 1), -1) };
};
