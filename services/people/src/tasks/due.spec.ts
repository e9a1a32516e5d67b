import type { Condition } from '@porchlight/store';
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { buildDueCondition, buildDueDayCondition, computeDue, dueAfter, type DueKeys, type DuePart } from './due';
import { resolveZone } from '../person';

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

interface Range {
  readonly $gt?: Date;
  readonly $lt?: Date;
}

/** Evaluates a condition as the database does, for the due times alone. */
const isMet = (task: DueKeys, condition: Condition): boolean =>
  Object.entries(condition).every(([field, expected]) => {
    if (field === 'isCompleted') return true;
    if (field === '$or') return (expected as Condition[]).some((one) => isMet(task, one));
    const value = task[field as keyof DueKeys]?.getTime();
    if (expected instanceof Date) return value === expected.getTime();
    const { $gt, $lt } = expected as Range;
    return value !== undefined && (!$gt || value > $gt.getTime()) && (!$lt || value < $lt.getTime());
  });
const listParts = (task: DueKeys, now: Date, zone: string): DuePart[] =>
  (['today', 'overdue', 'upcoming'] as const).filter((part) => isMet(task, buildDueCondition(part, now, zone)));

describe('parts of a to-do list', () => {
  // Noon of 5 January in Los Angeles.
  const NOON = at('2026-01-05T20:00:00Z');
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
});

describe('D13.7 the day of a task in every time zone', () => {
  const ZONES = Intl.supportedValuesOf('timeZone');
  const HOUR = 3_600_000;
  /** The date of a moment, read without the library that the code uses. */
  const formats = new Map(
    ZONES.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    ]),
  );
  const dayOf = (moment: Date, zone: string): string => formats.get(zone)?.format(moment) ?? '';
  const shift = (day: string, days: number): string =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
  const offsetOf = (time: number, zone: string): number => DateTime.fromMillis(time, { zone }).offset;

  /** The changes of the clock of a zone in two years, to the minute. */
  const listChanges = (zone: string): number[] => {
    const found: number[] = [];
    const end = Date.UTC(2028, 0, 1);
    for (let time = Date.UTC(2026, 0, 1); time < end; time += 10 * 24 * HOUR) {
      let [low, high] = [time, time + 10 * 24 * HOUR];
      if (offsetOf(low, zone) === offsetOf(high, zone)) continue;
      while (high - low > 60_000) {
        const middle = Math.floor((low + high) / 2);
        if (offsetOf(middle, zone) === offsetOf(low, zone)) low = middle;
        else high = middle;
      }
      found.push(high);
    }
    return found;
  };

  const checkDays = (now: Date, zone: string): void => {
    const today = dayOf(now, zone);
    for (const [days, part] of [
      [-1, 'overdue'],
      [0, 'today'],
      [1, 'upcoming'],
    ] as const)
      for (const assigned of [zone, 'Pacific/Kiritimati']) {
        const dueDate = shift(today, days);
        expect([zone, now, dueDate, listParts(computeDue({ dueDate }, assigned), now, zone)]).toEqual([
          zone,
          now,
          dueDate,
          [part],
        ]);
      }
  };

  const checkMoment = (now: Date, dueDateTime: Date, zone: string): void => {
    const [today, day] = [dayOf(now, zone), dayOf(dueDateTime, zone)];
    const parts: DuePart[] = [
      ...(day === today ? (['today'] as const) : []),
      ...(dueDateTime < now ? (['overdue'] as const) : []),
      ...(day > today ? (['upcoming'] as const) : []),
    ];
    const task = computeDue({ dueDateTime }, zone);
    expect([zone, now, dueDateTime, task.dueDate, listParts(task, now, zone)]).toEqual([
      zone,
      now,
      dueDateTime,
      day,
      parts,
    ]);
  };

  it('given any zone and hour, a task due on a day is overdue, today or upcoming by the day of the caller', () => {
    for (const zone of ZONES)
      for (let hour = 1; hour < 24; hour += 11) checkDays(new Date(Date.UTC(2026, 5, 15, hour, 30)), zone);
  });

  it('E33 days at UTC-11: given Pacific/Pago_Pago, every hour of the day puts today in today', () => {
    for (let hour = 0; hour < 24; hour++) checkDays(new Date(Date.UTC(2026, 5, 15, hour, 5)), 'Pacific/Pago_Pago');
  });

  it('given any change of the clock, days and moments around it are in the right part', () => {
    // Zones with the same changes and offsets are one.
    const distinct = new Map(
      ZONES.map((zone) => {
        const changes = listChanges(zone);
        return [
          [offsetOf(0, zone), ...changes, ...changes.map((time) => offsetOf(time, zone))].join(),
          { zone, changes },
        ];
      }),
    );
    for (const { zone, changes } of distinct.values())
      for (const change of changes)
        for (const hours of [-25, -1, 0, 23]) {
          const now = new Date(change + hours * HOUR + 60_000);
          checkDays(now, zone);
          for (const ahead of [-1, 1, 26]) checkMoment(now, new Date(now.getTime() + ahead * HOUR), zone);
        }
  });

  it('given any zone, moments at any time are in the right part', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }),
        fc.integer({ min: -50 * HOUR, max: 50 * HOUR }),
        (zone, time, ahead) => checkMoment(new Date(time), new Date(time + ahead), zone),
      ),
      { numRuns: 2_000 },
    );
  });

  it('given bounds as days, tasks of the bounds are inside in any zone', () => {
    for (const zone of ZONES) {
      const inside = (dueDate: string): boolean =>
        isMet(computeDue({ dueDate }, zone), buildDueDayCondition('dueStart', '2026-06-14', zone)) &&
        isMet(computeDue({ dueDate }, zone), buildDueDayCondition('dueEnd', '2026-06-15', zone));
      expect([zone, ...['2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16'].map(inside)]).toEqual([
        zone,
        false,
        true,
        true,
        false,
      ]);
    }
  });
});
