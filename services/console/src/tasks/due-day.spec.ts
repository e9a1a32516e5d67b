import { addDays, describeDue, formatDay, moveToDay } from './due-day';

const NOON = new Date(2026, 10, 26, 12, 0);

describe('days of tasks', () => {
  test.each([
    ['2026-11-25', 'yesterday'],
    ['2026-11-26', 'today'],
    ['2026-11-27', 'tomorrow'],
    ['2026-11-29', 'Sunday'],
    ['2026-12-06', 'Dec 6'],
    ['2026-11-02', 'Nov 2'],
    ['2020-01-01', 'Jan 1, 2020'],
  ])('given %s, then it is shown as "%s"', (day, text) => {
    expect(formatDay(day, NOON)).toBe(text);
  });

  test.each([
    ['yesterday', { dueDate: '2026-11-25' }, true],
    ['today', { dueDate: '2026-11-26' }, false],
    ['an hour ago', { dueDateTime: new Date(2026, 10, 26, 11, 0).toISOString() }, true],
    ['in an hour', { dueDateTime: new Date(2026, 10, 26, 13, 0).toISOString() }, false],
    ['yesterday, but completed', { dueDate: '2026-11-25', isCompleted: 1 as const }, false],
  ])('given a task of %s, then it is overdue: %p %p', (_, task, isOverdue) => {
    expect(describeDue({ dueDate: null, dueDateTime: null, isCompleted: 0, ...task }, NOON)?.isOverdue).toBe(isOverdue);
  });

  test('given a task without day, then it is not due', () => {
    expect(describeDue({ dueDate: null, dueDateTime: null, isCompleted: 0 }, NOON)).toBeUndefined();
  });

  test('given the last day of a month, when a day is added, then the next month begins', () => {
    expect(addDays(new Date(2026, 10, 30), 1)).toBe('2026-12-01');
  });

  test('given a task with a time, when it is moved, then the time of the day stays', () => {
    const moved = moveToDay({ dueDateTime: new Date(2026, 10, 26, 9, 30).toISOString() }, '2026-12-01');
    expect(moved).toEqual({ dueDateTime: new Date(2026, 11, 1, 9, 30).toISOString() });
  });

  test('given a task with a day only, when it is moved, then it has no time', () => {
    expect(moveToDay({ dueDateTime: null }, '2026-12-01')).toEqual({ dueDate: '2026-12-01' });
  });
});
