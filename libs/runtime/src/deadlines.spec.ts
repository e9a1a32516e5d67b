import { mapBounded, sleep, withDeadline } from './deadlines';

const never = new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('returns the result of the work', async () => {
    await expect(withDeadline(Promise.resolve(1), 50)).resolves.toBe(1);
    await expect(withDeadline(async () => 2, 50)).resolves.toBe(2);
    await expect(withDeadline(Promise.reject(new Error('broken')), 50)).rejects.toThrow('broken');
    await expect(
      withDeadline(() => {
        throw new Error('at once');
      }, 50),
    ).rejects.toThrow('at once');
  });

  it('throws DEADLINE, or the given reason or error, after the deadline', async () => {
    await expect(withDeadline(never, 5)).rejects.toMatchObject({ reason: 'DEADLINE' });
    await expect(withDeadline(never, 5, 'UNAVAILABLE')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    await expect(withDeadline(never, 5, () => new Error('too slow'))).rejects.toThrow('too slow');
  });

  it('aborts the signal of the work at the deadline, and not before', async () => {
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      given = signal;
      return never;
    };
    await expect(withDeadline(work, 5)).rejects.toThrow();
    expect(given?.reason).toMatchObject({ reason: 'DEADLINE' });
    await withDeadline(async (signal) => void (given = signal), 5);
    await sleep(15);
    expect(given?.aborted).toBe(false);
  });
});

describe('sleep', () => {
  it('ends early when aborted, and throws the reason', async () => {
    const controller = new AbortController();
    const started = performance.now();
    const sleeping = sleep(60_000, controller.signal);
    controller.abort();
    expect(await sleeping).toBe(false);
    expect(await sleep(60_000, controller.signal)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(await sleep(1)).toBe(true);
  });

  it('removes its listener', async () => {
    const { signal } = new AbortController();
    const remove = jest.spyOn(signal, 'removeEventListener');
    await sleep(1, signal);
    expect(remove).toHaveBeenCalledTimes(1);
  });
});

describe('mapBounded', () => {
  it('maintains the order and the limit', async () => {
    let running = 0;
    let most = 0;
    const results = await mapBounded([5, 1, 4, 2, 3], 2, async (ms, index) => {
      most = Math.max(most, ++running);
      await sleep(ms);
      running--;
      return `${index}:${ms}`;
    });
    expect(results).toEqual(['0:5', '1:1', '2:4', '3:2', '4:3']);
    expect(most).toBe(2);
  });

  it('starts no further item after a failure', async () => {
    const begun: number[] = [];
    const failing = mapBounded([0, 1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      await sleep(1);
      if (item === 1) throw new Error('item 1');
      await sleep(5);
    });
    await expect(failing).rejects.toThrow('item 1');
    await sleep(20);
    expect(begun).toEqual([0, 1]);
  });

  it('accepts an empty list, and any concurrency', async () => {
    expect(await mapBounded([], 4, async () => 1)).toEqual([]);
    expect(await mapBounded([1, 2], 0, async (item) => item)).toEqual([1, 2]);
    expect(await mapBounded([1, 2], 99, async (item) => item)).toEqual([1, 2]);
  });
});
