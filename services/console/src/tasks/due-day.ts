import type { Schemas } from '@porchlight/sdk';
import { formatTime } from '../appointments/appointment-span';
import { dayOf, toMoment, toWallTime, type Day } from '../appointments/zoned-time';

type Task = Schemas['Task'];

const DAY_MS = 86_400_000;

/** The day of a moment in a time zone. */
export const toDay = (moment: Date, zone: string): Day => dayOf(toWallTime(moment, zone));

/** Days from today to a day; negative for the past. */
const daysUntil = (day: Day, today: Day): number =>
  Math.round((Date.parse(`${day}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / DAY_MS);

const NEAR = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
const DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DATE_WITH_YEAR = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A day as people say it: `tomorrow`, `Friday`, `Dec 6`, `Dec 6, 2027`. */
export const formatDay = (day: Day, today: Day): string => {
  const days = daysUntil(day, today);
  if (Math.abs(days) <= 1) return NEAR.format(days, 'day');
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const format = days > 1 && days < 7 ? WEEKDAY : isThisYear ? DATE : DATE_WITH_YEAR;
  return format.format(new Date(`${day}T00:00Z`));
};

/** When a task is due in a time zone, and whether that is over; undefined for a task without day. */
export const describeDue = (
  { dueDate, dueDateTime, isCompleted }: Pick<Task, 'dueDate' | 'dueDateTime' | 'isCompleted'>,
  at: Date,
  zone: string,
): { readonly text: string; readonly isOverdue: boolean } | undefined => {
  const time = dueDateTime ? new Date(dueDateTime) : undefined;
  const day = time ? toDay(time, zone) : dueDate;
  const today = toDay(at, zone);
  if (!day) return undefined;
  const isOver = time ? time < at : daysUntil(day, today) < 0;
  return {
    text: [formatDay(day, today), time && formatTime(toWallTime(time, zone))].filter(Boolean).join(', '),
    isOverdue: isOver && !isCompleted,
  };
};

/** The change that moves a task to another day; a task with a time keeps its time of the day in the time zone. */
export const moveToDay = (
  { dueDateTime }: Pick<Task, 'dueDateTime'>,
  day: Day,
  zone: string,
): { dueDate: string } | { dueDateTime: string } => {
  if (!dueDateTime) return { dueDate: day };
  const former = toWallTime(new Date(dueDateTime), zone);
  return { dueDateTime: toMoment(former.replace(dayOf(former), day), zone).toISOString() };
};
