/** One event of a calendar (RFC 5545). */
export interface CalendarEvent {
  /** The same for all versions of the event, in all calendars. */
  readonly uid: string;
  /** Number of earlier versions. */
  readonly sequence: number;
  readonly created: Date;
  readonly updated: Date;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  /** A moment, which is written in UTC, or a day as YYYY-MM-DD. */
  readonly start: Date | string;
  /** Exclusive. */
  readonly end: Date | string;
  readonly status?: 'CONFIRMED' | 'CANCELLED';
  /** The mailbox that invites; needed for invitations (RFC 5546). */
  readonly organizer?: Mailbox | undefined;
  readonly attendees?: readonly Mailbox[];
}

/** A person or user with an email address. */
export interface Mailbox {
  readonly name?: string | undefined;
  readonly email: string;
}

/** A calendar with its events. */
export interface Calendar {
  readonly name?: string;
  /** Of an invitation; absent in a feed. */
  readonly method?: 'REQUEST' | 'CANCEL';
  readonly events: readonly CalendarEvent[];
}

const PRODUCT = '-//Porchlight//Appointments//EN';
/** Octets of a line without its end (RFC 5545 3.1). */
const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** Splits a line into parts of at most 75 octets; the further ones begin with a space. Never within a character. */
const foldLine = (line: string): string => {
  if (line.length <= MAX_OCTETS / 4) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
};

/** Text without control characters, whose special characters are escaped (RFC 5545 3.3.11). */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n');

/** A parameter value: quotes and control characters cannot be written (RFC 5545 3.2). */
const quoteParameter = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  `"${text.replace(/["\u0000-\u001f\u007f]/g, ' ')}"`;

const formatMoment = (date: Date): string => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const formatTime = (name: string, time: Date | string): string =>
  typeof time === 'string' ? `${name};VALUE=DATE:${time.replace(/-/g, '')}` : `${name}:${formatMoment(time)}`;

/** Characters that cannot be part of an address in a URI (RFC 6068). */
const formatMailto = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace(/%40/g, '@').replace(/%2B/g, '+')}`;

const formatMailbox = (name: string, { name: text, email }: Mailbox, parameters = ''): string =>
  `${name}${text ? `;CN=${quoteParameter(text)}` : ''}${parameters}:${formatMailto(email)}`;

const listEventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${formatMoment(event.updated)}`,
  `CREATED:${formatMoment(event.created)}`,
  `LAST-MODIFIED:${formatMoment(event.updated)}`,
  formatTime('DTSTART', event.start),
  formatTime('DTEND', event.end),
  `SUMMARY:${escapeText(event.summary)}`,
  ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
  ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
  `STATUS:${event.status ?? 'CONFIRMED'}`,
  ...(event.organizer ? [formatMailbox('ORGANIZER', event.organizer)] : []),
  ...(event.attendees ?? []).map((attendee) =>
    formatMailbox('ATTENDEE', attendee, ';ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE'),
  ),
  'END:VEVENT',
];

/** Writes a calendar as text/calendar (RFC 5545), with lines of at most 75 octets. */
export const writeCalendar = ({ name, method, events }: Calendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT15M']),
    ...events.flatMap(listEventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
