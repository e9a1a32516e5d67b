import { buildDueCondition, formatDay, dueAfter, computeDue, resolveZone, type DueKeys, type DuePart } from './due';

const at = (iso: string): Date => new Date(iso);
const PACIFIC = 'America/Los_Angeles';

it('a time sets the day in the time zone of the assigned user', () => {
  const dueDateTime = at('2026-03-01T05:00:00Z');
  expect(computeDue({ dueDateTime, dueDate: '2020-01-01' }, PACIFIC)).toMatchObject({
    dueDate: '2026-02-28',
    dueDateTime,
    dueAt: dueDateTime,
  });
  expect(computeDue({ dueDateTime }, 'UTC').dueDate).toBe('2026-03-01');
});

it('a day ends with its last second in that time zone, also on days of 23 and 25 hours', () => {
  expect(computeDue({ dueDate: '2026-01-05' }, PACIFIC).dueAt).toEqual(at('2026-01-06T07:59:59Z'));
  expect(computeDue({ dueDate: '2026-03-08' }, PACIFIC).dueAt).toEqual(at('2026-03-09T06:59:59Z'));
  expect(computeDue({ dueDate: '2026-11-01' }, PACIFIC).dueAt).toEqual(at('2026-11-02T07:59:59Z'));
  expect(computeDue({ dueDate: '2026-01-05' }, PACIFIC).dueDateTime).toBeUndefined();
  expect(computeDue({}, PACIFIC)).toEqual({});
});

it('unknown time zones are UTC', () => {
  expect([resolveZone(undefined), resolveZone(''), resolveZone('Mars/Olympus'), resolveZone(PACIFIC)]).toEqual([
    'UTC',
    'UTC',
    'UTC',
    PACIFIC,
  ]);
});

describe('an update', () => {
  const before = { dueDate: '2026-01-05', dueDateTime: at('2026-01-05T10:00:00.500Z') };
  const after = (given: object) => dueAfter(before, given, new Set(Object.keys(given)));

  it.each([
    ['without either changes nothing', {}, before],
    ['sent back as read changes nothing', { dueDate: '2026-01-05', dueDateTime: at('2026-01-05T10:00:00Z') }, before],
    [
      'of the day takes the moment away',
      { dueDate: '2026-01-06', dueDateTime: at('2026-01-05T10:00:00Z') },
      { dueDate: '2026-01-06' },
    ],
    [
      'of the moment wins',
      { dueDate: '2026-01-05', dueDateTime: at('2026-01-07T10:00:00Z') },
      { dueDateTime: at('2026-01-07T10:00:00Z') },
    ],
    ['clears the moment and keeps the day', { dueDateTime: undefined }, { dueDate: '2026-01-05' }],
    ['clears the day and with it the moment', { dueDate: undefined }, {}],
    ['clears both', { dueDate: undefined, dueDateTime: undefined }, {}],
  ])('%s', (_what, given, wanted) => expect(after(given)).toEqual(wanted));
});

describe('parts of a to-do list', () => {
  const matches = (task: DueKeys, part: DuePart, now: string, zone: string): boolean =>
    Object.entries(buildDueCondition(part, at(now), zone)).every(([field, range]) => {
      if (field === 'isCompleted') return true;
      const value = task[field as keyof DueKeys]?.getTime();
      const { $gt, $lt } = range as { $gt?: Date; $lt?: Date };
      return value !== undefined && (!$gt || value > $gt.getTime()) && (!$lt || value < $lt.getTime());
    });
  const listParts = (task: DueKeys, now: string, zone: string): DuePart[] =>
    (['today', 'overdue', 'upcoming'] as const).filter((part) => matches(task, part, now, zone));

  // Noon of 5 January in Los Angeles.
  const NOON = '2026-01-05T20:00:00Z';
  it.each<[string, string, DuePart[]]>([
    ['an hour ago', '2026-01-05T19:00:00Z', ['today', 'overdue']],
    ['in an hour', '2026-01-05T21:00:00Z', ['today']],
    ['the first second of the day', '2026-01-05T08:00:00Z', ['today', 'overdue']],
    ['the last second of yesterday', '2026-01-05T07:59:59Z', ['overdue']],
    ['the last second of the day', '2026-01-06T07:59:59Z', ['today']],
    ['the first second of tomorrow', '2026-01-06T08:00:00Z', ['upcoming']],
    ['in a year', '2027-01-06T08:00:00Z', ['upcoming']],
  ])('a time: %s', (_when, dueDateTime, parts) =>
    expect(listParts(computeDue({ dueDateTime: at(dueDateTime) }, PACIFIC), NOON, PACIFIC)).toEqual(parts),
  );

  // For every time zone of assigned user and caller, at every hour of the day.
  const ZONES = ['UTC', PACIFIC, 'Pacific/Honolulu', 'Asia/Kolkata', 'Pacific/Auckland', 'Europe/Berlin'];
  it('a day is today, overdue or upcoming by the day of the caller', () => {
    for (const caller of ZONES)
      for (const assigned of ZONES)
        for (let hour = 0; hour < 24; hour++) {
          const now = new Date(Date.UTC(2026, 5, 15, hour, 30)).toISOString();
          const today = formatDay(at(now), caller);
          for (const dueDate of ['2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17']) {
            const wanted = dueDate === today ? 'today' : dueDate < today ? 'overdue' : 'upcoming';
            expect([caller, assigned, now, dueDate, listParts(computeDue({ dueDate }, assigned), now, caller)]).toEqual(
              [caller, assigned, now, dueDate, [wanted]],
            );
          }
        }
  });
});
