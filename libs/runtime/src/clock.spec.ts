import { createManualClock, isFresh, startStopwatch, systemClock } from './clock';

it('advances 36 hours in one call', () => {
  const clock = createManualClock(1_000);
  clock.advance(36 * 3_600_000);
  expect(clock.now()).toBe(129_601_000);
  expect(clock.date().getTime()).toBe(129_601_000);
  clock.set(5);
  expect(clock.now()).toBe(5);
});

it('does not advance by itself', () => {
  const clock = createManualClock();
  expect(clock.date().toISOString()).toBe('2026-01-01T00:00:00.000Z');
  expect(clock.now()).toBe(clock.now());
});

it('returns the time of the system', () => {
  const before = Date.now();
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  expect(systemClock.date().getTime()).toBeGreaterThanOrEqual(before);
});

it('measures in milliseconds', async () => {
  const elapsed = startStopwatch();
  await new Promise((resolve) => setTimeout(resolve, 15));
  expect(elapsed()).toBeGreaterThanOrEqual(14);
  expect(elapsed()).toBeLessThan(5_000);
});

it.each([
  [0, true],
  [999, true],
  [1_000, false],
  [3_600_000, false],
  [-1, false],
  [-3_600_000, false],
])('an entry with an age of %d ms is fresh within 1,000 ms: %p', (age, fresh) => {
  const clock = createManualClock();
  const since = clock.now();
  clock.advance(age);
  expect(isFresh(clock, since, 1_000)).toBe(fresh);
});
