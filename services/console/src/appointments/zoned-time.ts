/** A time as the clock of a time zone shows it: `2026-12-01T15:00`. */
export type WallTime = string;
/** A day of the calendar: `2026-12-01`. */
export type Day = string;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_LENGTH = 10;
/** Corrections of an offset: one more than a change of the offset needs. */
const CORRECTIONS = 2;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of a zone whose text is nearly ISO 8601. Creating one is slow. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const existing = formats.get(zone);
  if (existing) return existing;
  const created = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, created);
  return created;
};

/** What the clock of a zone shows at a moment. */
export const toWallTime = (moment: Date, zone: string): WallTime => formatOf(zone).format(moment).replace(' ', 'T');

/**
 * The moment at which the clock of a zone shows a time. A time that the clock skips is moved by the length of the gap;
 * of a time that it shows twice, one moment is returned.
 */
export const toMoment = (time: WallTime, zone: string): Date => {
  const target = Date.parse(`${time}Z`);
  let moment = target;
  for (let nth = 0; nth < CORRECTIONS; nth += 1)
    moment += target - Date.parse(`${toWallTime(new Date(moment), zone)}Z`);
  return new Date(moment);
};

/** The day of a time. */
export const dayOf = (time: WallTime): Day => time.slice(0, DAY_LENGTH);

/** A time that is later by some minutes, as the clock counts. */
export const addMinutes = (time: WallTime, minutes: number): WallTime =>
  new Date(Date.parse(`${time}Z`) + minutes * MINUTE_MS).toISOString().slice(0, time.length);

/** A day that is later by some days. */
export const shiftDay = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH);

/** Minutes from one time to another, as the clock counts. */
export const minutesBetween = (from: WallTime, to: WallTime): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / MINUTE_MS;

/** The time zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
