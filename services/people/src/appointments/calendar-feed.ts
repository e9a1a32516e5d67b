import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@porchlight/access';
import { formatAppointmentUid, type Appointment } from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/limits';
import { FIRST_PAGE } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import { defineDocument, column, type DocumentCollection, type DocumentOf, type StoreCall } from '@porchlight/store';
import { type CalendarEvent, writeCalendar } from '@porchlight/text';
import type { CopiedRecords } from '../copies';
import { resolveZone } from '../person';
import type { Settings } from '../settings';
import { listDays } from './list-days';

/** The feed of a user. The token is not stored. */
export const calendarFeedSchema = defineDocument(
  {
    /** SHA-256 of the token, hex. */
    _id: column.text,
    accountId: column.number,
    userId: column.number,
    created: column.date,
  },
  [{ keys: { userId: 1 } }],
  { unsharded: 'the account of a feed follows from its token; one short document per user' },
);
export type CalendarFeed = DocumentOf<typeof calendarFeedSchema>;

/** Filter of lists by the users whose time appointments take; not public. */
export const ATTENDEE_FILTER = 'attendeeId';

/** What feeds work with. */
export interface CalendarFeeds extends Pick<Settings, 'settingsCache'> {
  readonly feeds: DocumentCollection<CalendarFeed>;
  readonly appointments: {
    list(
      call: StoreCall,
      query: typeof FIRST_PAGE,
    ): Promise<{ readonly records: readonly Appointment[]; readonly page: { readonly next: string } }>;
  };
  readonly accounts: Pick<CopiedRecords['accounts'], 'byId'>;
  readonly clock: Clock;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** A calendar contains no appointments that began earlier than this before now, ms. */
const PAST_MS = 90 * DAY_MS;
/** Pages of appointments that a calendar contains at most. */
const MAX_PAGES = 20;
const PAGE = 100;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Ends the feeds of a user, except one. */
const endFeeds = async ({ feeds }: Pick<CalendarFeeds, 'feeds'>, { actor }: StoreCall, except = ''): Promise<void> => {
  await feeds.deleteMany({ accountId: actor.accountId, userId: actor.userId, _id: { $ne: except } });
};

/** Starts the feed of the caller and ends the earlier one. The response is the only place with the token. */
export const startCalendarFeed =
  (parts: Pick<CalendarFeeds, 'feeds' | 'clock'>) =>
  async (_request: object, call: StoreCall): Promise<{ token: string }> => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { accountId, userId } = call.actor;
    await parts.feeds.insertOne({ _id: hashToken(token), accountId, userId, created: parts.clock.date() });
    await endFeeds(parts, call, hashToken(token));
    return { token };
  };

/** Ends the feed of the caller. May be repeated. */
export const endCalendarFeed =
  (parts: Pick<CalendarFeeds, 'feeds'>) =>
  async (_request: object, call: StoreCall): Promise<Record<string, never>> => {
    await endFeeds(parts, call);
    return {};
  };

/** An appointment as event of a calendar. Times are written in UTC: a change of the clock does not move them. */
const toCalendarEvent = (appointment: Appointment, accountId: number, zone: string): CalendarEvent => {
  const { id, version, title = '', description, location, invitees } = appointment;
  const [start, end] = [appointment.start ?? new Date(0), appointment.end ?? new Date(0)];
  const names = invitees.map(({ name, email }) => name ?? email).filter((name) => name !== undefined);
  const people = names.length > 0 ? `With ${names.join(', ')}` : '';
  return {
    uid: formatAppointmentUid(accountId, id),
    sequence: Math.max(0, version - 1),
    created: appointment.created ?? start,
    updated: appointment.updated ?? start,
    summary: title,
    description: [description, people].filter(Boolean).join('\n\n'),
    location,
    ...(appointment.allDay ? listDays(start, end, zone) : { start, end: end < start ? start : end }),
  };
};

/** The calendar of a token; absent if the token does not exist, or its user or account has no access. */
export const readCalendar =
  ({ feeds, appointments, settingsCache, accounts, clock }: CalendarFeeds) =>
  async ({ token }: { readonly token: string }, { signal }: StoreCall): Promise<{ calendar: string | undefined }> => {
    const feed = TOKEN.test(token) ? await feeds.findOne({ _id: hashToken(token) }) : null;
    if (!feed) return { calendar: undefined };
    const { accountId, userId } = feed;
    const [settings, account] = await Promise.all([settingsCache.load(accountId), accounts.byId(accountId, accountId)]);
    const member = settings.member(userId);
    if (member?.status !== 'Active' || account?.disabled) return { calendar: undefined };
    const call: StoreCall = { actor: { accountId, userId, role: member.role as Role }, signal };
    const filters = [
      { name: ATTENDEE_FILTER, values: [String(userId)] },
      { name: 'startAfter', values: [new Date(clock.now() - PAST_MS).toISOString()] },
    ];
    const zone = resolveZone(member.timezone);
    const events: CalendarEvent[] = [];
    let next = '';
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = { ...FIRST_PAGE, limit: PAGE, sort: 'start', descending: false, filters, next };
      const list = await appointments.list(call, query);
      for (const record of list.records) events.push(toCalendarEvent(record, accountId, zone));
      next = list.page.next;
      if (next === '') break;
    }
    return { calendar: writeCalendar({ name: `Appointments of ${member.name}`, events }) };
  };
