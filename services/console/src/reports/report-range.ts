import { t } from '@lingui/core/macro';
import { shiftDay, type Day } from '../appointments/zoned-time';

/** The ranges that reports offer, by their number of days. */
export const RANGES = [
  { value: '7', label: t`7 days` },
  { value: '30', label: t`30 days` },
  { value: '90', label: t`90 days` },
  { value: '365', label: t`12 months` },
];
export const DEFAULT_RANGE = '30';

/** The range of a report: first and last day, and the time zone of the user. */
export type ReportRange = Readonly<Record<'from' | 'to' | 'timeZone', string>>;

/** The last days until today; another text than a range is the default. */
export const lastDays = (range: string, today: Day, timeZone: string): ReportRange => {
  const days = Number(RANGES.some(({ value }) => value === range) ? range : DEFAULT_RANGE);
  return { from: shiftDay(today, 1 - days), to: today, timeZone };
};

/** The first days of this month and the last day after some months. */
export const nextMonths = (months: number, today: Day): Pick<ReportRange, 'from' | 'to'> => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const toFirst = (of: number): Day => new Date(Date.UTC(year, of, 1)).toISOString().slice(0, today.length);
  return { from: toFirst(month - 1), to: shiftDay(toFirst(month - 1 + months), -1) };
};
