import { formatSpan, momentsOf, spanOf } from './appointment-span';

const ZONE = 'America/Chicago';

describe('times of appointments', () => {
  test('given an hour, then it is shown and sent in the zone of the user', () => {
    const times = { start: '2026-12-01T15:00:00.000Z', end: '2026-12-01T16:00:00.000Z' };
    const span = spanOf({ ...times, allDay: false }, ZONE);
    expect(span).toEqual({ start: '2026-12-01T09:00', end: '2026-12-01T10:00' });
    expect(momentsOf(span, false, ZONE)).toEqual(times);
  });

  test('given whole days, then they are the same days in every zone (D12.1)', () => {
    const times = { start: '2026-12-01T00:00:00Z', end: '2026-12-03T00:00:00Z' };
    const span = spanOf({ ...times, allDay: true }, ZONE);
    expect(span).toEqual({ start: '2026-12-01T00:00', end: '2026-12-02T23:59' });
    expect(momentsOf(span, true, ZONE)).toEqual(times);
  });

  test('given whole days that another program stored in its zone, then they are its days', () => {
    const times = { start: '2026-12-01T06:00:00Z', end: '2026-12-02T06:00:00Z', allDay: true };
    expect(spanOf(times, ZONE)).toEqual({ start: '2026-12-01T00:00', end: '2026-12-01T23:59' });
  });

  test.each([
    [{ start: '2026-12-01T15:00', end: '2026-12-01T16:00' }, false, 'Tue, Dec 1, 3:00 PM – 4:00 PM'],
    [{ start: '2026-12-01T23:00', end: '2026-12-02T01:00' }, false, 'Tue, Dec 1, 11:00 PM – Wed, Dec 2, 1:00 AM'],
    [{ start: '2026-12-01T00:00', end: '2026-12-01T23:59' }, true, 'Tue, Dec 1, all day'],
    [{ start: '2026-12-01T00:00', end: '2026-12-02T23:59' }, true, 'Tue, Dec 1 – Wed, Dec 2'],
  ])('given %j, all day: %s, then the text is short', (span, allDay, text) => {
    expect(formatSpan(span, allDay).replace(/\u202f/g, ' ')).toBe(text);
  });
});
