import type { AppointmentSpan } from '../appointments/appointment-span';
import { isOnDay, layOutDay, moveBy } from './lay-out-day';

const DAY = '2026-12-01';
const at = (start: string, end: string): AppointmentSpan => ({ start: `${DAY}T${start}`, end: `${DAY}T${end}` });
const place = (...spans: AppointmentSpan[]) =>
  layOutDay(spans, (span) => span, DAY).map(({ from, to, column, columns }) => ({ from, to, column, columns }));

describe('the places of appointments on a day', () => {
  test('given appointments one after the other, then each has the whole width', () => {
    expect(place(at('09:00', '10:00'), at('10:00', '11:00'))).toEqual([
      { from: 540, to: 600, column: 0, columns: 1 },
      { from: 600, to: 660, column: 0, columns: 1 },
    ]);
  });

  test('given two at the same time and a third after the first, then two columns are enough', () => {
    expect(place(at('09:00', '10:00'), at('09:30', '11:00'), at('10:00', '10:30'))).toEqual([
      { from: 540, to: 600, column: 0, columns: 2 },
      { from: 570, to: 660, column: 1, columns: 2 },
      { from: 600, to: 630, column: 0, columns: 2 },
    ]);
  });

  test('given an appointment without a length, then it can still be clicked', () => {
    expect(place(at('23:50', '23:50'))).toEqual([{ from: 1_410, to: 1_440, column: 0, columns: 1 }]);
  });

  test('given an appointment over midnight, then each day has its part', () => {
    const span = { start: '2026-11-30T23:00', end: '2026-12-01T01:00' };
    expect(place(span)).toEqual([{ from: 0, to: 60, column: 0, columns: 1 }]);
    expect(isOnDay(span, '2026-11-30')).toBe(true);
  });

  test('given an end at midnight, then the next day has no part', () => {
    const span = { start: '2026-11-30T22:00', end: '2026-12-01T00:00' };
    expect(place(span)).toEqual([]);
    expect(isOnDay(span, DAY)).toBe(false);
  });

  test('given a move by a day and a quarter of an hour, then month and hour change', () => {
    expect(moveBy('2026-11-30T23:50', 1, 15)).toBe('2026-12-02T00:05');
  });
});
