import { eventually } from './eventually';

describe('eventually', () => {
  it('gives the value of the first try that succeeds', async () => {
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

  it('fails with the last error once the time is over', async () => {
    let tries = 0;
    const failing = eventually(() => Promise.reject(new Error(`try ${++tries}`)), { timeoutMs: 30, intervalMs: 5 });
    await expect(failing).rejects.toThrow(/^Not within 30 ms: try \d/);
    expect(tries).toBeGreaterThan(1);
  });

  it('gives a hanging try up', async () => {
    const started = performance.now();
    await expect(eventually(() => new Promise(() => undefined), { timeoutMs: 40 })).rejects.toThrow('Not within 40 ms');
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
