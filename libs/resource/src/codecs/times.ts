import { DAY_MS } from '@porchlight/limits';
import { alike, identity, reject, same, unlessEmpty, type Codec } from '../codec';
import { unwrapSingle, type Reading } from '../reading';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}(?::?\d{2})?)$/;
const PLAIN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/**
 * Parses a time (decisions section 1): ISO 8601 with Z or an offset, or YYYY-MM-DD hh:mm:ss as UTC. Undefined for other
 * text.
 */
export const parseTime = (raw: string): Date | undefined => {
  const plain = PLAIN.exec(raw);
  const iso = plain ? `${plain[1]}T${plain[2]}Z` : raw;
  if (!ISO.test(iso)) return undefined;
  // Date does not read an offset of hours, which databases print: +00.
  const date = new Date(iso.replace(/[+-]\d{2}$/, '$&:00'));
  if (Number.isNaN(date.getTime())) return undefined;
  // Date rolls 31 February over into March; such a day is invalid.
  const day = Number(iso.slice(8, 10));
  return day <= daysInMonth(Number(iso.slice(0, 4)), Number(iso.slice(5, 7))) ? date : undefined;
};

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const LOOSE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads the shorter notations of a time that bodies accept (decisions section 11): a date is midnight UTC, a time
 * without zone is UTC, seconds may be absent, a space may precede the offset, UTC and GMT are zones. Undefined for any
 * other text.
 */
export const parseLooseTime = (raw: string): Date | undefined => {
  const parts = LOOSE_TIME.exec(raw.trim());
  if (!parts) return undefined;
  const [, date, minutes = '00:00', seconds = ':00', zone = 'Z'] = parts;
  return parseTime(`${date}T${minutes}${seconds}${/^[a-z]/i.test(zone) ? 'Z' : zone}`);
};

/** Seconds since 1970 have 9 or 10 digits, milliseconds 12 or 13. */
const EPOCH = /^(?:(\d{9,10}(?:\.\d{1,9})?)|(\d{12,13}))$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Weekday, day, month, year, time, zone and comment of RFC 5322 3.3, with the obsolete forms of 4.3. */
const MAIL_DATE = new RegExp(
  `^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? +)?(\\d{1,2})[ -](${MONTHS.join('|')})[a-z]{0,6}[ -](\\d{4}|\\d{2}) ` +
    '(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?: ?([+-]\\d{4}|[A-Z]{1,4}))?(?: ?\\([^()]*\\))?$',
  'i',
);
/** Zones that RFC 5322 names; other letters count as UTC, as the RFC says. */
const ZONES: Readonly<Record<string, string>> = {
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
};
const MAX_MAIL_DATE = 100;

const parseMailDate = (raw: string): Date | undefined => {
  if (raw.length > MAX_MAIL_DATE) return undefined;
  const parts = MAIL_DATE.exec(raw.trim().replace(/\s+/g, ' '));
  if (!parts) return undefined;
  const [, day = '', month = '', year = '', hours = '', minutes = '', seconds = '00', zone = 'GMT'] = parts;
  const number = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase()) + 1;
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
  const offset = /\d/.test(zone) ? zone : (ZONES[zone.toUpperCase()] ?? 'Z');
  const date = [`${century}${year}`, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-');
  return parseTime(`${date}T${hours.padStart(2, '0')}:${minutes}:${seconds}${offset}`);
};

/**
 * Reads a time as senders of leads and tables write it (D13.5): the notations of `parseLooseTime`, 9 or 10 digits as
 * seconds and 12 or 13 as milliseconds since 1970 (number or text), and mail dates (RFC 5322). Undefined for other
 * values.
 */
export const readTime = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const [, seconds, ms] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Math.floor(Number(seconds) * 1_000));
  if (ms !== undefined) return new Date(Number(ms));
  return parseLooseTime(text) ?? parseMailDate(text);
};

/**
 * Replaces other notations of a time by the result of `print`: the shorter ones in every mode, all of `readTime` in
 * `lead` mode. Other values are unreadable.
 */
const coerceTime =
  (print: (date: Date) => string) =>
  (value: unknown, reading: Reading, path: string): unknown => {
    const single = reading.converts ? unwrapSingle(value) : value;
    if (single === null) return undefined;
    const short = typeof single === 'string' ? parseLooseTime(single) : undefined;
    const date = short ?? (reading.converts ? readTime(single) : undefined);
    if (date === undefined) return reading.unreadable(path, value);
    if (single !== value || !short) reading.report(path);
    return print(date);
  };

/** Days with a cached text. */
const MAX_DAYS = 1_000;
const DAYS = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** YYYY-MM-DD of a day since the epoch. A list has 30 times and few days; `toISOString` costs 0.3 us each. */
const renderDay = (date: Date, day: number): string => {
  const cached = DAYS.get(day);
  if (cached !== undefined) return cached;
  if (DAYS.size === MAX_DAYS) DAYS.clear();
  const text = date.toISOString().slice(0, 10);
  DAYS.set(day, text);
  return text;
};

/** YYYY-MM-DDThh:mm:ssZ, for years of four digits. Throws a RangeError for an invalid date. */
export const renderTime = (date: Date): string => {
  const ms = date.getTime();
  const day = Math.floor(ms / DAY_MS);
  const seconds = Math.floor((ms - day * DAY_MS) / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${renderDay(date, day)}T${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[seconds % 60]}Z`;
};

const TIME = 'a time such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00';

/** A time, stored as UTC. */
export const time = (): Codec<Date> => ({
  read: (value, path, problems) =>
    (typeof value === 'string' ? parseTime(value) : undefined) ?? reject(problems, path, value, `must be ${TIME}`),
  render: renderTime,
  fromText: unlessEmpty(same),
  coerce: coerceTime((date) => date.toISOString()),
  takes: {
    type: 'string',
    description: 'ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.',
    examples: ['2026-01-31T12:00:00Z'],
  },
  shows: { type: 'string', format: 'date-time' },
});

const DAY = 'a day such as 2026-01-31';

/** True for an existing calendar day, YYYY-MM-DD. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseTime(`${value} 00:00:00`) !== undefined;

/** An existing calendar day, YYYY-MM-DD. */
export const day = (): Codec<string> => ({
  read: (value, path, problems) => (isDay(value) ? value : reject(problems, path, value, `must be ${DAY}`)),
  render: identity,
  fromText: unlessEmpty(same),
  coerce: coerceTime((date) => date.toISOString().slice(0, 10)),
  ...alike({ type: 'string', format: 'date' }),
});
