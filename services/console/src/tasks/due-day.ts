import type { Schemas } from '@porchlight/sdk';

type Task = Schemas['Task'];

const DAY_MS = 86_400_000;
const pad = (part: number): string => String(part).padStart(2, '0');

/** The day of a time in the zone of the browser: `2026-01-31`. */
export const toDay = (time: Date): string => `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;

/** The day that is some days after a time. */
export const addDays = (time: Date, days: number): string =>
  toDay(new Date(time.getFullYear(), time.getMonth(), time.getDate() + days));

/** Days from today to a day; negative for the past. */
const daysUntil = (day: string, today: Date): number =>
  Math.round((Date.parse(`${day}T00:00Z`) - Date.parse(`${toDay(today)}T00:00Z`)) / DAY_MS);

const NEAR = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
const DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DATE_WITH_YEAR = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** A day as people say it: `tomorrow`, `Friday`, `Dec 6`, `Dec 6, 2027`. */
export const formatDay = (day: string, today: Date): string => {
  const days = daysUntil(day, today);
  if (Math.abs(days) <= 1) return NEAR.format(days, 'day');
  const isThisYear = day.startsWith(`${today.getFullYear()}-`);
  const format = days > 1 && days < 7 ? WEEKDAY : isThisYear ? DATE : DATE_WITH_YEAR;
  return format.format(new Date(`${day}T00:00Z`));
};

/** When a task is due, and whether that is over; undefined for a task without day. */
export const describeDue = (
  { dueDate, dueDateTime, isCompleted }: Pick<Task, 'dueDate' | 'dueDateTime' | 'isCompleted'>,
  at: Date,
): { readonly text: string; readonly isOverdue: boolean } | undefined => {
  const time = dueDateTime ? new Date(dueDateTime) : undefined;
  const day = time ? toDay(time) : dueDate;
  if (!day) return undefined;
  const isOver = time ? time < at : daysUntil(day, at) < 0;
  return {
    text: [formatDay(day, at), time && TIME.format(time)].filter(Boolean).join(', '),
    isOverdue: isOver && !isCompleted,
  };
};

/** The change that moves a task to another day; a task with a time keeps its time of the day. */
export const moveToDay = (
  { dueDateTime }: Pick<Task, 'dueDateTime'>,
  day: string,
): { dueDate: string } | { dueDateTime: string } => {
  if (!dueDateTime) return { dueDate: day };
  const time = new Date(dueDateTime);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { dueDateTime: new Date(year, month - 1, date, time.getHours(), time.getMinutes()).toISOString() };
};
