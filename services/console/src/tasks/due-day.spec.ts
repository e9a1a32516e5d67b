import { toMoment } from '../appointments/zoned-time';
import { describeDue, formatDay, moveToDay, toDay } from './due-day';

const ZONE = 'Pacific/Chatham';
const at = (time: string): string => toMoment(time, ZONE).toISOString();
const TODAY = '2026-11-26';
const NOON = toMoment(`${TODAY}T12:00`, ZONE);

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
    expect(formatDay(day, TODAY)).toBe(text);
  });

  test.each([
    ['yesterday', { dueDate: '2026-11-25' }, true],
    ['today', { dueDate: '2026-11-26' }, false],
    ['an hour ago', { dueDateTime: at('2026-11-26T11:00') }, true],
    ['in an hour', { dueDateTime: at('2026-11-26T13:00') }, false],
    ['yesterday, but completed', { dueDate: '2026-11-25', isCompleted: 1 as const }, false],
  ])('given a task of %s, then it is overdue: %p %p', (_, task, isOverdue) => {
    expect(describeDue({ dueDate: null, dueDateTime: null, isCompleted: 0, ...task }, NOON, ZONE)?.isOverdue).toBe(
      isOverdue,
    );
  });

  test('given a task without day, then it is not due', () => {
    expect(describeDue({ dueDate: null, dueDateTime: null, isCompleted: 0 }, NOON, ZONE)).toBeUndefined();
  });

  test('given a zone in which the next day has begun, then this is today, and the times are those of its clock', () => {
    const moment = new Date('2026-11-25T11:30:00Z');
    expect(toDay(moment, ZONE)).toBe('2026-11-26');
    expect(toDay(moment, 'America/New_York')).toBe('2026-11-25');
    const task = { dueDate: null, dueDateTime: '2026-11-26T02:00:00Z', isCompleted: 0 as const };
    expect(describeDue(task, moment, ZONE)?.text).toBe('today, 3:45 PM');
    expect(describeDue(task, moment, 'America/New_York')?.text).toBe('today, 9:00 PM');
  });

  test('given a task with a time, when it is moved across a change of the clock, then the time of the day stays', () => {
    const moved = moveToDay({ dueDateTime: at('2026-09-26T09:30') }, '2026-09-27', ZONE);
    expect(moved).toEqual({ dueDateTime: at('2026-09-27T09:30') });
    expect(moved).toEqual({ dueDateTime: '2026-09-26T19:45:00.000Z' });
  });

  test('given a task with a day only, when it is moved, then it has no time', () => {
    expect(moveToDay({ dueDateTime: null }, '2026-12-01', ZONE)).toEqual({ dueDate: '2026-12-01' });
  });
});
