import { createAccountLock } from './account-lock';
import type { Lease } from './contract/store';

const signal = new AbortController().signal;

it('completed work succeeds although its lease cannot be released', async () => {
  const lease: Lease = { hold: async () => true, release: () => Promise.reject(new Error('the database is away')) };
  const lock = createAccountLock('things', () => lease);
  expect(await lock.run(7, signal, async () => 'done')).toBe('done');
  expect(await lock.attempt(7, signal, async () => 'done')).toBe('done');
});

it('a lease is renewed for as long as the work runs', async () => {
  jest.useFakeTimers();
  let holds = 0;
  const lease: Lease = { hold: async () => (holds += 1) > 0, release: async () => undefined };
  const gate = Promise.withResolvers<void>();
  const running = createAccountLock('things', () => lease).run(7, signal, () => gate.promise);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(holds).toBeGreaterThan(10);
  gate.resolve();
  await running;
  const after = holds;
  await jest.advanceTimersByTimeAsync(120_000);
  expect(holds).toBe(after);
  jest.useRealTimers();
});
