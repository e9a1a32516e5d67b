import { createAccountLock } from './account-lock';
import type { Lease } from './types';

const signal = new AbortController().signal;

it('work that is done is not turned into a failure by a lease that cannot be released', async () => {
  const lease: Lease = { hold: async () => true, release: () => Promise.reject(new Error('the database is away')) };
  const lock = createAccountLock('things', () => lease);
  expect(await lock.run(7, signal, async () => 'done')).toBe('done');
  expect(await lock.attempt(7, signal, async () => 'done')).toBe('done');
});

it('a lease is renewed for as long as the work runs', async () => {
  jest.useFakeTimers();
  let held = 0;
  const lease: Lease = { hold: async () => (held += 1) > 0, release: async () => undefined };
  const gate = Promise.withResolvers<void>();
  const running = createAccountLock('things', () => lease).run(7, signal, () => gate.promise);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(held).toBeGreaterThan(10);
  gate.resolve();
  await running;
  const after = held;
  await jest.advanceTimersByTimeAsync(120_000);
  expect(held).toBe(after);
  jest.useRealTimers();
});
