import type { AppointmentSpan } from '../appointments/appointment-span';
import { dayOf, minutesBetween, shiftDay, type Day } from '../appointments/zoned-time';

/** Minutes of a day. */
export const DAY_MINUTES = 1_440;
/** Shortest block that can be read and clicked, minutes. */
const SHORTEST = 30;

/** A place of an appointment on its day: minutes from midnight, and its column among those at the same time. */
export interface Block<T> {
  readonly item: T;
  readonly from: number;
  readonly to: number;
  readonly column: number;
  readonly columns: number;
}

type Draft<T> = Omit<Block<T>, 'columns'>;

/** The part of an appointment on a day, minutes from midnight; undefined if it is on other days. */
const clip = ({ start, end }: AppointmentSpan, day: Day): { from: number; to: number } | undefined => {
  const midnight = `${day}T00:00`;
  const from = Math.max(0, minutesBetween(midnight, start));
  const to = Math.min(DAY_MINUTES, minutesBetween(midnight, end));
  const isOnDay = from < DAY_MINUTES && (to > 0 || dayOf(start) === day);
  if (!isOnDay) return undefined;
  const top = Math.min(from, DAY_MINUTES - SHORTEST);
  return { from: top, to: Math.max(to, top + SHORTEST) };
};

/** Places the appointments of a day: those at the same time are side by side. */
export const layOutDay = <T>(items: readonly T[], spanOf: (item: T) => AppointmentSpan, day: Day): Block<T>[] => {
  const parts = items
    .flatMap((item) => {
      const part = clip(spanOf(item), day);
      return part ? [{ item, ...part }] : [];
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const blocks: Block<T>[] = [];
  let group: Draft<T>[] = [];
  let ends: number[] = [];
  const close = (): void => {
    blocks.push(...group.map((draft) => ({ ...draft, columns: ends.length })));
    group = [];
    ends = [];
  };
  for (const part of parts) {
    if (ends.length > 0 && ends.every((end) => end <= part.from)) close();
    const free = ends.findIndex((end) => end <= part.from);
    const column = free === -1 ? ends.length : free;
    ends[column] = part.to;
    group.push({ ...part, column });
  }
  close();
  return blocks;
};

/** Whether an appointment is on a day. */
export const isOnDay = ({ start, end }: AppointmentSpan, day: Day): boolean =>
  dayOf(start) === day || (start < `${day}T00:00` && end > `${day}T00:00`);

/** A day that is later by some days and a time of it, in minutes; minutes of another day change the day. */
export const moveBy = (time: string, days: number, minutes: number): string =>
  new Date(Date.parse(`${shiftDay(dayOf(time), days)}${time.slice(dayOf(time).length)}Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, time.length);
