import { createManualClock } from '@porchlight/runtime';
import { DeadlineTimer } from './deadline-timer';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
afterEach(() => jest.useRealTimers());

function setUp(deadlines: number[]) {
  const clock = createManualClock(0);
  const sweeps: number[] = [];
  const timer = new DeadlineTimer(clock, (now) => {
    sweeps.push(now);
    return Math.min(...deadlines.filter((d) => d > now));
  });
  const pass = (ms: number): void => {
    for (let i = 0; i < ms; i++) {
      clock.advance(1);
      jest.advanceTimersByTime(1);
    }
  };
  return { timer, sweeps, pass };
}

test('checks deadlines at the earliest one and again at the next', () => {
  const { timer, sweeps, pass } = setUp([100, 400]);
  timer.watch(400);
  timer.watch(100);
  pass(600);
  expect(sweeps).toEqual([101, 401]);
});

test('no timer remains without pending calls', () => {
  const { timer, sweeps, pass } = setUp([]);
  timer.watch(100);
  expect(jest.getTimerCount()).toBe(1);
  pass(200);
  expect(sweeps).toHaveLength(1);
  expect(jest.getTimerCount()).toBe(0);
  expect(timer.armed).toBe(false);
});

test('many calls with the same timeout arm one timer', () => {
  const { timer } = setUp([]);
  for (let i = 0; i < 1000; i++) timer.watch(5000 + i);
  expect(jest.getTimerCount()).toBe(1);
});

test('stop clears the timer', () => {
  const { timer } = setUp([]);
  timer.watch(100);
  timer.stop();
  expect(jest.getTimerCount()).toBe(0);
});
