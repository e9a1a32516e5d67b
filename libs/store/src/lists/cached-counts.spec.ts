import { createCachedCounts } from './cached-counts';

describe('cached counts', () => {
  const setUp = () => {
    const states: Record<string, string> = {};
    const seen = { counted: 0 };
    const countCached = createCachedCounts({
      readState: async (_accountId, keys) => keys.map((key) => states[key] ?? '').join(),
    });
    const ask = (total: number, parts: readonly string[], filter = parts.join()) =>
      countCached({ accountId: 1, filter, parts }, async () => {
        seen.counted++;
        return total;
      });
    return { states, seen, ask };
  };

  test('given unchanged stored counts, then nothing is counted again', async () => {
    const { seen, ask } = setUp();
    expect([await ask(3, ['stage:1', 'tag:a']), await ask(9, ['stage:1', 'tag:a'])]).toEqual([3, 3]);
    expect(seen.counted).toBe(1);
  });

  test('given a stored count that changed, also during the count, then it is counted again', async () => {
    const { states, seen, ask } = setUp();
    await ask(3, ['stage:1', 'tag:a']);
    states['tag:a'] = 'moved';
    expect(await ask(4, ['stage:1', 'tag:a'])).toBe(4);
    expect(await ask(5, ['stage:2', 'tag:a'])).toBe(5);
    expect(seen.counted).toBe(3);
  });

  test('given more counts than the cache holds, then the oldest are evicted', async () => {
    const { seen, ask } = setUp();
    for (let n = 0; n <= 10_000; n++) await ask(n, ['tag:a'], `filter ${n}`);
    expect(await ask(-1, ['tag:a'], 'filter 10000')).toBe(10_000);
    expect(await ask(-1, ['tag:a'], 'filter 0')).toBe(-1);
    expect(seen.counted).toBe(10_002);
  });
});
