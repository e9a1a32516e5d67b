import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { addMinutes, dayOf, shiftDay, toMoment, toWallTime, type Day, type WallTime } from './zoned-time';

type Times = Pick<Schemas['Appointment'], 'start' | 'end' | 'allDay'>;

/** When an appointment begins and ends, as the clock of a zone shows it. Of whole days, the last day is included. */
export interface AppointmentSpan {
  readonly start: WallTime;
  readonly end: WallTime;
}

const MIDNIGHT_UTC = /T00:00:00(?:\.0+)?Z$/;

/** The day of an all-day appointment: midnight UTC stands for its day in all zones (D12.1). */
const readDay = (time: string, zone: string): WallTime =>
  MIDNIGHT_UTC.test(time) ? `${dayOf(time)}T00:00` : toWallTime(new Date(time), zone);

/** The times of an appointment in a zone. */
export const spanOf = ({ start, end, allDay }: Times, zone: string): AppointmentSpan => {
  if (!allDay) {
    const from = toWallTime(new Date(start ?? 0), zone);
    return { start: from, end: end ? toWallTime(new Date(end), zone) : from };
  }
  const first = dayOf(readDay(start ?? '', zone));
  // Midnight at the end is exclusive.
  const last = end ? dayOf(addMinutes(readDay(end, zone), -1)) : first;
  return { start: `${first}T00:00`, end: `${last < first ? first : last}T23:59` };
};

/** The moments that the API receives: whole days begin and end at midnight UTC. */
export const momentsOf = ({ start, end }: AppointmentSpan, allDay: boolean, zone: string) =>
  allDay
    ? { start: `${dayOf(start)}T00:00:00Z`, end: `${shiftDay(dayOf(end), 1)}T00:00:00Z` }
    : { start: toMoment(start, zone).toISOString(), end: toMoment(end, zone).toISOString() };

/** Formats of wall times, which are read as if they were UTC. */
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** `Tue, Dec 1`. */
export const formatDay = (day: Day): string => DAY.format(new Date(`${day}T00:00Z`));
/** `Tuesday, December 1, 2026`. */
export const formatLongDay = (day: Day): string => LONG_DAY.format(new Date(`${day}T00:00Z`));
const HOUR = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' });

/** `3 PM`. */
export const formatHour = (time: WallTime): string => HOUR.format(new Date(`${time}Z`));
/** `3:00 PM`. */
export const formatTime = (time: WallTime): string => TIME.format(new Date(`${time}Z`));

/** `Tue, Dec 1, 3:00 PM – 4:00 PM`. */
export const formatSpan = ({ start, end }: AppointmentSpan, allDay: boolean): string => {
  const [first, last] = [dayOf(start), dayOf(end)];
  if (allDay) return first === last ? t`${formatDay(first)}, all day` : `${formatDay(first)} – ${formatDay(last)}`;
  const until = first === last ? formatTime(end) : `${formatDay(last)}, ${formatTime(end)}`;
  return `${formatDay(first)}, ${formatTime(start)} – ${until}`;
};
