import { createSharedWork } from './shared-work';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('when work is requested while it runs, then the later requests share one later run', async () => {
  const shared = createSharedWork();
  const ends: Array<(value: number) => void> = [];
  const work = (): Promise<number> => new Promise((resolve) => ends.push(resolve));
  const answers = [shared('a', work), shared('a', work), shared('a', work)];
  const other = shared('b', async () => 9);
  expect(ends).toHaveLength(1);
  expect(await other).toBe(9);
  ends[0]?.(1);
  expect(await answers[0]).toBe(1);
  await tick();
  expect(ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await Promise.all(answers)).toEqual([1, 2, 2]);
  const again = shared('a', work);
  expect(ends).toHaveLength(3);
  ends[2]?.(3);
  expect(await again).toBe(3);
});

test('when one run fails, then the next one starts', async () => {
  const shared = createSharedWork();
  const first = shared('a', () => Promise.reject(new Error('away')));
  const second = shared('a', async () => 2);
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe(2);
});
