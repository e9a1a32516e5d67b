import { DateTime } from 'luxon';

/** The day of an all-day appointment: that of midnight UTC, which a bare day is stored as, else that of the zone. */
const findDay = (moment: Date, zone: string): DateTime => {
  const inUtc = DateTime.fromJSDate(moment, { zone: 'UTC' });
  return inUtc.startOf('day').toMillis() === moment.getTime()
    ? inUtc
    : DateTime.fromJSDate(moment, { zone }).setZone('UTC', { keepLocalTime: true });
};

/** The days of an all-day appointment; the last one is exclusive. */
export const listDays = (start: Date, end: Date, zone: string): { readonly start: string; readonly end: string } => {
  const [first, last] = [findDay(start, zone), findDay(end, zone)];
  const isMidnight = last.toMillis() === last.startOf('day').toMillis();
  const exclusive = isMidnight && last > first.startOf('day') ? last : last.plus({ days: 1 });
  return { start: first.toFormat('yyyy-MM-dd'), end: exclusive.toFormat('yyyy-MM-dd') };
};
