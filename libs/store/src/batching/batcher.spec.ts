import { createBatcher } from './batcher';

test('items of one event-loop turn are one batch; items that arrive while it runs are the next', async () => {
  const batches: number[][] = [];
  const gates: Array<() => void> = [];
  const batcher = createBatcher<number, number>({
    max: 3,
    inFlight: 1,
    run: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map((n) => n * 10);
    },
  });
  const first = [1, 2].map((n) => batcher.add(n));
  await new Promise((resolve) => setImmediate(resolve));
  const later = [3, 4, 5, 6].map((n) => batcher.add(n));
  gates[0]?.();
  expect(await Promise.all(first)).toEqual([10, 20]);
  gates[1]?.();
  expect(await Promise.all(later.slice(0, 3))).toEqual([30, 40, 50]);
  gates[2]?.();
  expect(await later[3]).toBe(60);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failed batch rejects its items, and the next batch runs', async () => {
  const batcher = createBatcher<number, number>({
    max: 10,
    inFlight: 1,
    run: async (items) => {
      if (items.includes(0)) throw new Error('no');
      return items;
    },
  });
  await expect(Promise.all([batcher.add(0), batcher.add(1)])).rejects.toThrow('no');
  expect(await batcher.add(2)).toBe(2);
});

test('after a batch of several items the next one waits for more; a single item never waits', async () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>({
    max: 10,
    inFlight: 1,
    gatherMs: 20,
    run: async (items) => {
      batches.push(items);
      return items;
    },
  });
  await Promise.all([batcher.add(1), batcher.add(2)]);
  const third = batcher.add(3);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([third, batcher.add(4)]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await new Promise((resolve) => setTimeout(resolve, 40));
  await batcher.add(5);
  await batcher.add(6);
  expect(batches.slice(2)).toEqual([[5], [6]]);
});
