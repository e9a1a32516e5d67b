import { systemCall } from '../system-call';
import { createListTurns } from './list-turns';

const { signal } = new AbortController();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('an account alone may use all slots; while another waits it gets no more than half', async () => {
  const run = createListTurns(4, 100);
  const running: number[] = [];
  const ends: Array<() => void> = [];
  const start = (account: number) =>
    run(systemCall(account, signal), async () => {
      running.push(account);
      await new Promise<void>((resolve) => ends.push(resolve));
      running.splice(running.indexOf(account), 1);
    });
  const all = [1, 1, 1, 1, 1, 1, 2, 2, 2].map(start);
  await turn();
  expect(running).toEqual([1, 1, 1, 1]);
  for (let nth = 0; nth < 2; nth += 1) ends.shift()!();
  await turn();
  expect(running.filter((account) => account === 2).length).toBeGreaterThan(0);
  ends.shift()!();
  await turn();
  expect(running.filter((account) => account === 1).length).toBeLessThanOrEqual(2);
  while (ends.length > 0) {
    ends.shift()!();
    await turn();
  }
  await Promise.all(all);
});

it('a waiting operation ends with its signal, and too many of one account are refused with 503', async () => {
  const run = createListTurns(1, 1);
  const gate = Promise.withResolvers<void>();
  const first = run(systemCall(1, signal), () => gate.promise);
  const abort = new AbortController();
  const second = run(systemCall(1, abort.signal), async () => 'second');
  await expect(run(systemCall(1, signal), async () => 'third')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  abort.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  gate.resolve();
  await first;
  expect(await run(systemCall(2, signal), async () => 'next')).toBe('next');
});
