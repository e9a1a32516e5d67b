import * as fc from 'fast-check';
import { createFairQueue, type FairQueueOptions } from './fair-queue';
import { createRecentTimes } from './recent-times';

const sizes = { what: 'requests', concurrent: 4, maxWaiting: 1_000, maxWaitingPerHolder: 100 };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A queue with work that ends on demand, and a manual clock. */
const openQueue = (options: Partial<FairQueueOptions> = {}) => {
  let time = 0;
  const queue = createFairQueue({ ...sizes, now: () => time, ...options });
  const running: { readonly holder: string; readonly end: () => void }[] = [];
  const start = (holder: string, kind = '', signal?: AbortSignal, leastMs = 0): Promise<void> => {
    const work = (): Promise<void> =>
      new Promise((resolve) => {
        const one = {
          holder,
          end: () => {
            running.splice(running.indexOf(one), 1);
            resolve();
          },
        };
        running.push(one);
      });
    return queue.run(holder, work, { kind, leastMs, ...(signal && { signal: () => signal }) });
  };
  return {
    queue,
    running,
    start,
    /** Runs work of the given duration, ms. */
    take: async (holder: string, ms: number, kind = '') => {
      const done = start(holder, kind);
      await turn();
      time += ms;
      running.at(-1)!.end();
      await done;
    },
    advance: (ms: number) => void (time += ms),
    holders: () => running.map(({ holder }) => holder),
  };
};

describe('fair queue', () => {
  it('N6 given bodies that take the share of their holder, then one runs at a time beside another holder', async () => {
    const { start, take, holders } = openQueue({ concurrent: 100, shareMs: 100 });
    for (let nth = 0; nth < 3; nth++) await take('large', 2, 'write');
    await take('small', 2, 'write');
    for (let nth = 0; nth < 10; nth++) void start('large', 'write', undefined, 64);
    for (let nth = 0; nth < 10; nth++) void start('small', 'write');
    await turn();
    expect(holders().filter((holder) => holder === 'large')).toHaveLength(1);
    expect(holders().filter((holder) => holder === 'small')).toHaveLength(10);
  });

  it('given a single holder, then it may use all slots', async () => {
    const { start, holders } = openQueue({ shareMs: 100 });
    for (let nth = 0; nth < 5; nth++) void start('a');
    await turn();
    expect(holders()).toEqual(['a', 'a', 'a', 'a']);
  });

  it('given another active holder, then a holder with slow work runs one item at a time and the other one does not wait', async () => {
    const { start, take, holders, queue } = openQueue({ concurrent: 100, shareMs: 100 });
    for (let nth = 0; nth < 3; nth++) await take('slow', 80, 'list');
    for (let nth = 0; nth < 3; nth++) await take('fast', 5, 'read');
    for (let nth = 0; nth < 10; nth++) void start('slow', 'list');
    for (let nth = 0; nth < 10; nth++) void start('fast', 'read');
    await turn();
    expect(holders().filter((holder) => holder === 'slow')).toHaveLength(1);
    expect(holders().filter((holder) => holder === 'fast')).toHaveLength(10);
    expect(queue.waiting()).toBe(9);
  });

  it('given slow work of one kind, work of another kind of the same holder runs', async () => {
    const { start, take, holders } = openQueue({ concurrent: 100, shareMs: 100 });
    await take('a', 5_000, 'import');
    await take('b', 5, 'read');
    void start('a', 'import');
    void start('a', 'import');
    void start('a', 'read');
    await turn();
    expect(holders()).toEqual(['a', 'a']);
  });

  it('given another holder with more than twice the work, a holder has four times its share', async () => {
    const { start, take, holders } = openQueue({ concurrent: 100, shareMs: 100 });
    await take('heavy', 90);
    await take('light', 90);
    for (let nth = 0; nth < 20; nth++) void start('heavy');
    for (let nth = 0; nth < 6; nth++) void start('light');
    await turn();
    expect(holders().filter((holder) => holder === 'heavy')).toHaveLength(1);
    expect(holders().filter((holder) => holder === 'light')).toHaveLength(4);
  });

  it('given an expensive operation of unknown duration, then it uses the whole share of its holder', async () => {
    const { queue, take } = openQueue({ concurrent: 100, shareMs: 100 });
    await take('other', 5);
    let running = 0;
    const work = (): Promise<void> => {
      running += 1;
      return new Promise(() => undefined);
    };
    for (let nth = 0; nth < 3; nth++) void queue.run('a', work, { kind: 'import', expensive: true });
    await turn();
    expect(running).toBe(1);
  });

  it('given one second without other holders, then a holder may use all slots again', async () => {
    const { start, take, holders, advance } = openQueue({ concurrent: 100, shareMs: 100 });
    await take('a', 80);
    await take('b', 5);
    advance(1_000);
    for (let nth = 0; nth < 20; nth++) void start('a');
    await turn();
    expect(holders()).toHaveLength(20);
  });

  it('work that waits longer than the limit is rejected with OVERLOADED', async () => {
    const { start, queue } = openQueue({ concurrent: 1, maxWaitMs: 20 });
    void start('a');
    await expect(start('a')).rejects.toMatchObject({ reason: 'OVERLOADED' });
    expect(queue.waiting()).toBe(0);
  });

  it('given a client that disconnects, then its waiting work leaves the queue at once', async () => {
    const { start, running, queue } = openQueue({ concurrent: 1 });
    const first = start('a');
    const gone = new AbortController();
    const second = start('a', '', gone.signal);
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(queue.waiting()).toBe(0);
    running[0]!.end();
    await first;
    expect(running).toEqual([]);
  });

  it('for any sequence of work: limits hold, and all work runs or is rejected', async () => {
    const step = fc.record({
      holder: fc.constantFrom('a', 'b', 'c'),
      ends: fc.nat(3),
      kind: fc.constantFrom('x', 'y'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.constantFrom(undefined, 50), async (steps, shareMs) => {
        const limits = { concurrent: 2, maxWaitingPerHolder: 5, maxWaiting: 12 };
        const { start, running, queue } = openQueue({ ...limits, ...(shareMs !== undefined && { shareMs }) });
        const all: Promise<string>[] = [];
        for (const { holder, ends, kind } of steps) {
          all.push(
            start(holder, kind).then(
              () => 'ran',
              (error: { reason: string }) => error.reason,
            ),
          );
          await turn();
          expect(running.length).toBeLessThanOrEqual(limits.concurrent);
          expect(queue.waiting()).toBeLessThanOrEqual(limits.maxWaiting);
          for (let nth = 0; nth < ends; nth++) running[0]?.end();
          await turn();
        }
        while (running.length > 0) {
          running[0]!.end();
          await turn();
        }
        expect(queue.waiting()).toBe(0);
        expect(new Set([...(await Promise.all(all)), 'ran', 'OVERLOADED'])).toEqual(new Set(['ran', 'OVERLOADED']));
      }),
      { numRuns: 60 },
    );
  });

  it('given a limit per holder, then free slots are left for others', async () => {
    const { start, holders, queue } = openQueue({ concurrentPerHolder: 2 });
    for (const holder of ['a', 'a', 'a', 'b', 'b', 'b']) void start(holder);
    await turn();
    expect(holders()).toEqual(['a', 'a', 'b', 'b']);
    expect(queue.waiting()).toBe(2);
  });

  it('given a share of the slots, then a holder alone may use all, and no more than its share while another one waits', async () => {
    const { start, running, holders } = openQueue({ shareOfSlots: 0.5 });
    for (const holder of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b']) void start(holder);
    await turn();
    expect(holders()).toEqual(['a', 'a', 'a', 'a']);
    for (let nth = 0; nth < 2; nth++) {
      running[0]!.end();
      await turn();
    }
    expect(holders()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('given the only other waiter leaves, then a holder over its share starts at once', async () => {
    const { start, holders } = openQueue({ concurrentPerHolder: 2, shareOfSlots: 0.25 });
    for (const holder of ['a', 'b', 'b']) void start(holder);
    const gone = new AbortController();
    const last = start('b', '', gone.signal);
    void start('a');
    await turn();
    expect(holders()).toEqual(['a', 'b', 'b']);
    gone.abort(new Error('gone'));
    await expect(last).rejects.toThrow('gone');
    expect(holders()).toEqual(['a', 'b', 'b', 'a']);
  });

  it('given waiting items that use all bytes, then a further one is refused until one starts', async () => {
    const { queue } = openQueue({ concurrent: 1, maxWaitingBytes: 10 });
    const ends: (() => void)[] = [];
    const run = (bytes: number) =>
      queue.run('a', () => new Promise<void>((resolve) => void ends.push(resolve)), { bytes });
    void run(1_000);
    void run(6);
    await expect(run(5)).rejects.toMatchObject({ reason: 'OVERLOADED', params: { limit: '10 bytes' } });
    ends.shift()!();
    await turn();
    void run(5);
    await turn();
    expect(queue.waiting()).toBe(1);
  });

  it('given its own refusal, then a full queue throws it', async () => {
    const { start } = openQueue({ concurrent: 1, maxWaiting: 0, refusal: () => new Error('busy') });
    void start('a');
    await expect(start('b')).rejects.toThrow('busy');
  });

  it('given a signal that is aborted before, then the work is refused and later work of its holder runs', async () => {
    const { start, running, holders } = openQueue({ concurrent: 1, shareMs: 100 });
    void start('a');
    await expect(start('b', '', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    void start('b');
    running[0]!.end();
    await turn();
    expect(holders()).toEqual(['b']);
  });

  it('for any sequence of work: each holder waits for at most one item of every other holder per own turn', async () => {
    const step = fc.record({ holder: fc.constantFrom('a', 'b', 'c', 'd'), ends: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (steps, concurrent) => {
        const queue = createFairQueue({ ...sizes, concurrent, maxWaitingPerHolder: 1_000 });
        const started: string[] = [];
        const ends: (() => void)[] = [];
        const waitingOf = new Map<string, number>();
        for (const { holder, ends: count } of steps) {
          const ahead = waitingOf.get(holder) ?? 0;
          const from = started.length;
          waitingOf.set(holder, ahead + 1);
          void queue.run(holder, () => {
            waitingOf.set(holder, waitingOf.get(holder)! - 1);
            const meanwhile = Map.groupBy(started.slice(from), (one) => one);
            meanwhile.delete(holder);
            for (const items of meanwhile.values()) expect(items.length).toBeLessThanOrEqual(ahead + 1);
            started.push(holder);
            return new Promise<void>((resolve) => void ends.push(resolve));
          });
          for (let nth = 0; nth < count; nth++) ends.shift()?.();
          await turn();
        }
        for (; ends.length > 0; await turn()) ends.shift()!();
        expect(started).toHaveLength(steps.length);
      }),
      { numRuns: 60 },
    );
  });

  it('waiting holders are served round-robin', async () => {
    const { start, running, holders } = openQueue({ concurrent: 1 });
    for (const holder of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) void start(holder);
    await turn();
    const order: string[] = [];
    while (running.length > 0) {
      order.push(holders()[0]!);
      running[0]!.end();
      await turn();
    }
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });
});

it('the expected duration falls with faster work and grows by 1 % with slower work', () => {
  const times = createRecentTimes();
  expect(times.expected('a')).toBe(25);
  times.record('a', 40);
  expect(times.expected('a')).toBe(40);
  times.record('a', 20);
  expect(times.expected('a')).toBe(35);
  for (let nth = 0; nth < 10; nth++) times.record('a', 5_000);
  expect(times.expected('a')).toBeCloseTo(35 * 1.01 ** 10);
});
