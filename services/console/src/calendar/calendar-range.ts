import { dayOf, shiftDay, toMoment, toWallTime, type Day } from '../appointments/zoned-time';

export const VIEWS = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof VIEWS)[number];

const WEEK_DAYS = 7;
const DAYS_PER_VIEW = { day: 1, week: WEEK_DAYS } as const;
/** Weeks of a month that is shown: all days of every month fit. */
const MONTH_WEEKS = 6;
const MONTH_LENGTH = 7;

/** The first day of the week where the user lives, 0 for Sunday; Monday if the browser does not say. */
const firstDayOfWeek = (): number => {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
};

const weekdayOf = (day: Day): number => new Date(`${day}T00:00Z`).getUTCDay();

/** The first day of the week of a day. */
const startOfWeek = (day: Day): Day => shiftDay(day, -((weekdayOf(day) - firstDayOfWeek() + WEEK_DAYS) % WEEK_DAYS));

const listDays = (first: Day, count: number): Day[] => Array.from({ length: count }, (_, nth) => shiftDay(first, nth));

/** The days that a view shows around a day. */
export const daysOf = (view: CalendarView, day: Day): Day[] => {
  if (view === 'day') return [day];
  if (view === 'week') return listDays(startOfWeek(day), WEEK_DAYS);
  return listDays(startOfWeek(`${day.slice(0, MONTH_LENGTH)}-01`), MONTH_WEEKS * WEEK_DAYS);
};

/** The same day of another month, or its last day. */
const shiftMonth = (day: Day, months: number): Day => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString());
};

/** The day that the next or previous page of a view shows. */
export const turnPage = (view: CalendarView, day: Day, pages: 1 | -1): Day =>
  view === 'month' ? shiftMonth(day, pages) : shiftDay(day, pages * DAYS_PER_VIEW[view]);

/** Whether a day belongs to the month of another one. */
export const isSameMonth = (day: Day, other: Day): boolean =>
  day.slice(0, MONTH_LENGTH) === other.slice(0, MONTH_LENGTH);

/** The moments between which the days of a view are. */
export const momentsOfDays = (
  days: readonly Day[],
  zone: string,
): { readonly start: string; readonly end: string } => ({
  start: toMoment(`${days[0]}T00:00`, zone).toISOString(),
  end: toMoment(`${shiftDay(days.at(-1)!, 1)}T00:00`, zone).toISOString(),
});

/** The day of now in a zone. */
export const todayIn = (zone: string, at: number): Day => dayOf(toWallTime(new Date(at), zone));

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAYS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const WITH_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const toDate = (day: Day): Date => new Date(`${day}T00:00Z`);

/** The heading of the days of a view. */
export const formatRange = (view: CalendarView, day: Day): string => {
  if (view === 'day') return WITH_YEAR.format(toDate(day));
  if (view === 'month') return MONTH.format(toDate(day));
  const days = daysOf(view, day);
  return DAYS.formatRange(toDate(days[0]!), toDate(days.at(-1)!));
};
