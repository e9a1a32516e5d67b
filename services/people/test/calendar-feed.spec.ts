import ICAL from 'ical.js';
import {
  Account as AuthAccount,
  appointments,
  CalendarFeedServiceDefinition,
  CalendarServiceDefinition,
} from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { listDays } from '../src/appointments/list-days';
import type { Account, Json } from './people-service';
import { publishChange } from './publish-facts';
import { useSuite } from './suite';

const suite = useSuite();
const OPERATOR = { accountId: 0, userId: 0, role: 'Operator' } as const;

/** The feed of an agent of an account. */
const startFeed = async ({ accountId }: Account): Promise<string> => {
  const client = suite.service.createClient(CalendarFeedServiceDefinition);
  const actor = { accountId, userId: 3, role: 'Agent' } as const;
  return (await client.startCalendarFeed({}, { actor, timeoutMs: 20_000 })).token;
};
const read = async (token: string): Promise<string | undefined> => {
  const client = suite.service.createClient(CalendarServiceDefinition);
  return (await client.readCalendar({ token }, { actor: OPERATOR, timeoutMs: 20_000 })).calendar;
};
/** A change of an account as auth publishes it. */
const publishAccount = (accountId: number, status: string, version: number, verb = 'updated') =>
  publishChange(suite.bus, {
    ...{ accountId, service: 'auth', resource: 'accounts', verb, ids: [accountId] },
    record: AuthAccount.encode({ id: accountId, status, version, country: '' }).finish(),
  });
/** The events of a calendar as ical.js, the parser of Thunderbird, reads them. */
const parse = (text = ''): ICAL.Event[] => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
};
const create = (account: Account, body: Json) =>
  account.owner.on(appointments).create({ title: 'Tour', invitees: [{ userId: 3 }], ...body });

describe('D12.1 iCalendar feed', () => {
  it('given appointments of the user, then a foreign parser reads their times and texts', async () => {
    const account = await suite.newAccount();
    const personId = (await account.owner.createPerson({ firstName: 'Ada', assignedUserId: 3 })).person['id'];
    // The clock of Chicago changes between the two: one hour on the wall, the same moments here.
    const times = [
      ['2027-03-13T16:00:00Z', '2027-03-13T17:00:00Z'],
      ['2027-03-14T15:00:00Z', '2027-03-14T16:00:00Z'],
    ];
    const description = `Lines\nand; commas, back\\slashes ${'é'.repeat(200)}`;
    for (const [start, end] of times)
      await create(account, { start, end, description, location: '12 Harbor Lane', personId });
    const text = (await read(await startFeed(account)))!;
    const events = parse(text);
    expect(events.map(({ startDate, endDate }) => [startDate.toJSDate(), endDate.toJSDate()])).toEqual(
      times.map((pair) => pair.map((time) => new Date(time))),
    );
    expect(events[0]).toMatchObject({ summary: 'Tour', location: '12 Harbor Lane' });
    expect(events[0]!.description).toContain(description);
    expect(events[0]!.description).toContain('Ada');
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(2);
  });

  it('given long texts, then no line has more than 75 octets, and all end with CRLF', async () => {
    const account = await suite.newAccount();
    const start = '2027-03-13T16:00:00Z';
    await create(account, { start, end: start, description: `${'漢字🎉'.repeat(100)}, end` });
    const text = (await read(await startFeed(account)))!;
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.every((line) => !/[\r\n]/.test(line))).toBe(true);
    expect(parse(text)[0]!.description).toContain(`${'漢字🎉'.repeat(100)}, end`);
  });

  it('given an all-day appointment, then the event has days and no time', async () => {
    const account = await suite.newAccount();
    await create(account, { start: '2027-03-14', end: '2027-03-14', allDay: true });
    const [event] = parse(await read(await startFeed(account)));
    expect([event!.startDate.isDate, event!.startDate.toString(), event!.endDate.toString()]).toEqual([
      true,
      '2027-03-14',
      '2027-03-15',
    ]);
  });

  it('given appointments of others and deleted ones, then the calendar does not contain them', async () => {
    const account = await suite.newAccount();
    const times = { start: '2027-03-13T16:00:00Z', end: '2027-03-13T17:00:00Z' };
    await create(account, { ...times, invitees: [{ userId: 4 }] });
    const { id } = await create(account, times);
    const token = await startFeed(account);
    expect(parse(await read(token))).toHaveLength(1);
    await account.owner.on(appointments).remove(id);
    expect(parse(await read(token))).toHaveLength(0);
  });

  it('given a new feed or its end, then the earlier token does not work, and no token is stored', async () => {
    const account = await suite.newAccount();
    const first = await startFeed(account);
    const second = await startFeed(account);
    expect(await read(first)).toBeUndefined();
    expect(await read(second)).toContain('BEGIN:VCALENDAR');
    const actor = { accountId: account.accountId, userId: 3, role: 'Agent' } as const;
    await suite.service.createClient(CalendarFeedServiceDefinition).endCalendarFeed({}, { actor, timeoutMs: 20_000 });
    await eventually(async () => expect(await read(second)).toBeUndefined());
    expect(await read('guess')).toBeUndefined();
  });

  it('given a disabled account, then the token does not work until the account is enabled', async () => {
    const account = await suite.newAccount();
    const { accountId } = account;
    const token = await startFeed(account);
    await publishAccount(accountId, 'Disabled', 2);
    await eventually(async () => expect(await read(token)).toBeUndefined());
    await publishAccount(accountId, 'Active', 3);
    await eventually(async () => expect(await read(token)).toContain('BEGIN:VCALENDAR'));
  });

  it('given a deleted account, then the token does not work before the records are erased', async () => {
    const account = await suite.newAccount();
    const token = await startFeed(account);
    await publishAccount(account.accountId, 'Deleted', 2, 'deleted');
    await eventually(async () => expect(await read(token)).toBeUndefined());
  });
});

describe('D12.1 days of all-day appointments', () => {
  it.each([
    [
      'midnight in Chicago before the clock changes',
      '2027-03-14T06:00:00Z',
      '2027-03-15T05:00:00Z',
      '2027-03-14',
      '2027-03-15',
    ],
    ['a bare day', '2027-03-14T00:00:00Z', '2027-03-16T00:00:00Z', '2027-03-14', '2027-03-16'],
    ['the last second of a day', '2027-11-07T05:00:00Z', '2027-11-08T05:59:59Z', '2027-11-07', '2027-11-08'],
  ])('given %s, then the days are those of the user', (_what, start, end, first, last) => {
    expect(listDays(new Date(start), new Date(end), 'America/Chicago')).toEqual({ start: first, end: last });
  });
});
