import { column, type Columns, type Stored } from '@porchlight/store';
import { DateTime, IANAZone } from 'luxon';

export const dueColumns = {
  /** YYYY-MM-DD. */
  dueDate: column.optional(column.text),
  dueDateTime: column.optional(column.date),
} satisfies Columns;

/** The due time of a task in a request. */
export type Due = Stored<typeof dueColumns>;

export const dueKeyColumns = {
  /** The moment, or the last second of the day where the assigned user is: sort `dueDate`, dueStart and dueEnd. */
  dueAt: column.optional(column.date),
  /** The moment, or a time that lies within the day nearly everywhere (UTC-10 to UTC+13:59). */
  dueOn: column.optional(column.date),
  /**
   * `dueOn` of a task due on a day, the beginning of time of one due at a moment: what both must be before to be
   * overdue.
   */
  allDayOn: column.optional(column.date),
} satisfies Columns;

/** The due time of a task, as stored for lists. */
export type DueKeys = Stored<typeof dueKeyColumns>;

const ALWAYS_PAST = new Date(0);
/** 10:00 UTC has the same date from UTC-10 to UTC+13:59. */
const WITHIN_DAY_HOUR = 10;

/** The time zone of a user; UTC if it is missing or unknown. */
export const resolveZone = (name: string | undefined): string => (name && IANAZone.isValidZone(name) ? name : 'UTC');

/** The day of a moment in a zone, YYYY-MM-DD. */
export const formatDay = (moment: Date, zone: string): string =>
  DateTime.fromJSDate(moment, { zone }).toFormat('yyyy-MM-dd');

const findLastSecond = (day: string, zone: string): Date =>
  DateTime.fromISO(day, { zone }).endOf('day').startOf('second').toJSDate();

/**
 * The stored due time (decisions section 5): a time sets the day in the zone of the assigned user; a day alone has no
 * time.
 */
export const computeDue = ({ dueDate, dueDateTime }: Due, zone: string): Due & DueKeys => {
  if (dueDateTime)
    return {
      dueDate: formatDay(dueDateTime, zone),
      dueDateTime,
      dueAt: dueDateTime,
      dueOn: dueDateTime,
      allDayOn: ALWAYS_PAST,
    };
  if (!dueDate) return {};
  const dueOn = DateTime.fromISO(dueDate, { zone: 'UTC' }).set({ hour: WITHIN_DAY_HOUR }).toJSDate();
  return { dueDate, dueAt: findLastSecond(dueDate, zone), dueOn, allDayOn: dueOn };
};

const sameMoment = (a: Date | undefined, b: Date | undefined): boolean =>
  a && b ? Math.floor(a.getTime() / 1000) === Math.floor(b.getTime() / 1000) : a === b;

/** The due time after an update: of two values sent, an unchanged one is ignored. */
export const dueAfter = (before: Due, given: Due, mask: ReadonlySet<string>): Due => {
  const { dueDate, dueDateTime } = before;
  const stored: Due = { ...(dueDate && { dueDate }), ...(dueDateTime && { dueDateTime }) };
  if (mask.has('dueDateTime') && !sameMoment(given.dueDateTime, dueDateTime)) {
    if (given.dueDateTime) return { dueDateTime: given.dueDateTime };
    const day = mask.has('dueDate') ? given.dueDate : dueDate;
    return day ? { dueDate: day } : {};
  }
  if (mask.has('dueDate') && (given.dueDate || undefined) !== dueDate)
    return given.dueDate ? { dueDate: given.dueDate } : {};
  return stored;
};

/** Ranges of due times, exclusive at both ends: the only kind that every server evaluates correctly. */
interface Range {
  $gt?: Date;
  $lt?: Date;
}

/** Maximum difference between the days of two time zones; widens the index range. */
const DAY_AND_MORE_MS = 50 * 3_600_000;
const after = (moment: Date): Date => new Date(moment.getTime() + DAY_AND_MORE_MS);
const before = (moment: Date): Date => new Date(moment.getTime() - DAY_AND_MORE_MS);
const justBefore = (moment: Date): Date => new Date(moment.getTime() - 1);

/** The parts of a list of tasks. */
export type DuePart = 'today' | 'overdue' | 'upcoming';

/**
 * The condition of a part of a to-do list, by the day in the user's time zone (decisions section 5). Overdue: open and
 * before now; a task due on a day: before today. `dueAt` serves the index only.
 */
export const buildDueCondition = (part: DuePart, now: Date, zone: string): Record<string, unknown> => {
  const local = DateTime.fromJSDate(now, { zone });
  const today = local.startOf('day').toJSDate();
  const tomorrow = local.plus({ days: 1 }).startOf('day').toJSDate();
  const early = justBefore(today);
  const conditions: Record<DuePart, { dueAt: Range; dueOn: Range; allDayOn?: Range; isCompleted?: boolean }> = {
    today: { dueAt: { $gt: before(today), $lt: after(tomorrow) }, dueOn: { $gt: early, $lt: tomorrow } },
    overdue: {
      dueAt: { $gt: ALWAYS_PAST, $lt: after(now) },
      dueOn: { $gt: ALWAYS_PAST, $lt: now },
      allDayOn: { $lt: today },
      isCompleted: false,
    },
    upcoming: { dueAt: { $gt: before(tomorrow), $lt: FAR }, dueOn: { $gt: justBefore(tomorrow), $lt: FAR } },
  };
  return conditions[part];
};

/** Later than any valid time. */
const FAR = new Date(8.64e15);

/** Inclusive bounds of dueStart and dueEnd in whole seconds. */
export const buildDueBoundCondition = (name: 'dueStart' | 'dueEnd', bound: Date): Record<string, Range> =>
  name === 'dueStart' ? { dueAt: { $gt: justBefore(bound) } } : { dueAt: { $lt: new Date(bound.getTime() + 1_000) } };

/**
 * Inclusive bounds of dueStart and dueEnd as a day (YYYY-MM-DD) in the caller's zone; `dueAt` serves the index only.
 */
export const buildDueDayCondition = (name: 'dueStart' | 'dueEnd', day: string, zone: string): Record<string, Range> => {
  const start = DateTime.fromISO(day, { zone }).startOf('day');
  if (name === 'dueStart') {
    const first = start.toJSDate();
    return { dueAt: { $gt: before(first) }, dueOn: { $gt: justBefore(first) } };
  }
  const next = start.plus({ days: 1 }).toJSDate();
  return { dueAt: { $lt: after(next) }, dueOn: { $lt: next } };
};
