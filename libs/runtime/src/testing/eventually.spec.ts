import { eventually } from './eventually';

describe('eventually', () => {
  it('returns the value of the first attempt that succeeds', async () => {
    let tries = 0;
    const value = await eventually(
      async () => {
        if (++tries < 3) throw new Error('not yet');
        return 'there';
      },
      { intervalMs: 1 },
    );
    expect(value).toBe('there');
    expect(tries).toBe(3);
  });

  it('fails with the last error after the timeout', async () => {
    let tries = 0;
    const failing = eventually(() => Promise.reject(new Error(`try ${++tries}`)), { timeoutMs: 1_000, intervalMs: 5 });
    await expect(failing).rejects.toThrow(/^Not within 1000 ms: try \d/);
    expect(tries).toBeGreaterThan(1);
  });

  it('given an attempt that hangs, then it fails after the timeout', async () => {
    const started = performance.now();
    await expect(eventually(() => new Promise(() => undefined), { timeoutMs: 40 })).rejects.toThrow('Not within 40 ms');
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
