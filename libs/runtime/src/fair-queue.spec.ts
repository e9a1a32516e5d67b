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
