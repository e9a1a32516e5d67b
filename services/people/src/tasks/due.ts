import { DAY_MS, HOUR_MS } from '@porchlight/runtime';
import { column, type Columns, type Condition, type Stored } from '@porchlight/store';
import { DateTime } from 'luxon';

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
  /** The moment, or 10:00 UTC of the day. */
  dueOn: column.optional(column.date),
  /** 10:00 UTC of the day of a task due on a day; the beginning of time of one due at a moment. */
  allDayOn: column.optional(column.date),
} satisfies Columns;

/** The due time of a task, as stored for lists. */
export type DueKeys = Stored<typeof dueKeyColumns>;

const ALWAYS_PAST = new Date(0);
/** A day is stored as this hour UTC. */
const WITHIN_DAY_HOUR = 10;

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
export const dueAfter = (before: Due, sent: Due, mask: ReadonlySet<string>): Due => {
  const { dueDate, dueDateTime } = before;
  const stored: Due = { ...(dueDate && { dueDate }), ...(dueDateTime && { dueDateTime }) };
  if (mask.has('dueDateTime') && !sameMoment(sent.dueDateTime, dueDateTime)) {
    if (sent.dueDateTime) return { dueDateTime: sent.dueDateTime };
    const day = mask.has('dueDate') ? sent.dueDate : dueDate;
    return day ? { dueDate: day } : {};
  }
  if (mask.has('dueDate') && (sent.dueDate || undefined) !== dueDate)
    return sent.dueDate ? { dueDate: sent.dueDate } : {};
  return stored;
};

/** Ranges of due times, exclusive at both ends: the only kind that every server evaluates correctly. */
interface Range {
  $gt?: Date;
  $lt?: Date;
}

/** Maximum difference between the days of two time zones; widens the index range. */
const DAY_AND_MORE_MS = 50 * HOUR_MS;
const after = (moment: Date): Date => new Date(moment.getTime() + DAY_AND_MORE_MS);
const before = (moment: Date): Date => new Date(moment.getTime() - DAY_AND_MORE_MS);
const justBefore = (moment: Date): Date => new Date(moment.getTime() - 1);

/** A day without a zone, as days of tasks are stored: compared by its date, never by a moment of a zone. */
const storedDay = (day: string): Date => DateTime.fromISO(day, { zone: 'UTC' }).toJSDate();

const dayAfter = (day: string): string => formatDay(new Date(storedDay(day).getTime() + DAY_MS), 'UTC');

/** Before and after midnight UTC of a day, s: the day begins between them in every zone. */
const EARLIEST_START = -15 * 3_600;
const LATEST_START = 13 * 3_600;

/**
 * The first moment of a day in a zone. Midnight may be twice or missing where the clock changes then, so the moment is
 * searched for.
 */
const startOfDay = (day: string, zone: string): Date => {
  const midnight = storedDay(day).getTime() / 1_000;
  let [low, high] = [midnight + EARLIEST_START, midnight + LATEST_START];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (formatDay(new Date(middle * 1_000), zone) < day) low = middle;
    else high = middle;
  }
  return new Date(high * 1_000);
};

/** The parts of a list of tasks. */
export type DuePart = 'today' | 'overdue' | 'upcoming';

/** Tasks due at a moment in one range, or on a day in the other. */
const dueIn = (moments: Range, days: Range): Condition[] => [
  { allDayOn: ALWAYS_PAST, dueOn: moments },
  { allDayOn: { $gt: ALWAYS_PAST, ...days } },
];

/**
 * The condition of a part of a to-do list, by the day in the user's time zone (D13.7). Overdue: open and before now; a
 * task due on a day: before today. `dueAt` serves the index only.
 */
export const buildDueCondition = (part: DuePart, now: Date, zone: string): Condition => {
  const day = formatDay(now, zone);
  const [today, tomorrow] = [startOfDay(day, zone), startOfDay(dayAfter(day), zone)];
  const [thisDay, nextDay] = [storedDay(day), storedDay(dayAfter(day))];
  const conditions: Record<DuePart, Condition> = {
    today: {
      dueAt: { $gt: before(today), $lt: after(tomorrow) },
      $or: dueIn({ $gt: justBefore(today), $lt: tomorrow }, { $gt: justBefore(thisDay), $lt: nextDay }),
    },
    overdue: {
      dueAt: { $gt: ALWAYS_PAST, $lt: after(now) },
      $or: dueIn({ $lt: now }, { $lt: thisDay }),
      isCompleted: false,
    },
    upcoming: {
      dueAt: { $gt: before(tomorrow), $lt: FAR },
      $or: dueIn({ $gt: justBefore(tomorrow) }, { $gt: justBefore(nextDay) }),
    },
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
export const buildDueDayCondition = (name: 'dueStart' | 'dueEnd', day: string, zone: string): Condition => {
  if (name === 'dueStart') {
    const first = startOfDay(day, zone);
    return {
      dueAt: { $gt: before(first) },
      $or: dueIn({ $gt: justBefore(first) }, { $gt: justBefore(storedDay(day)) }),
    };
  }
  const end = startOfDay(dayAfter(day), zone);
  return { dueAt: { $lt: after(end) }, $or: dueIn({ $lt: end }, { $lt: storedDay(dayAfter(day)) }) };
};
