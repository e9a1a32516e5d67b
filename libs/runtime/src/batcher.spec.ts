import * as fc from 'fast-check';
import { createBatcher, FailedItem, type BatcherOptions } from './batcher';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A batcher whose batches end when the test ends them; the result of an item is the item. */
const openBatcher = (options: Partial<BatcherOptions<string, string>> = {}) => {
  const begun: string[] = [];
  const ends: { end: (results?: readonly (string | FailedItem)[]) => void; fail: (error: Error) => void }[] = [];
  const batcher = createBatcher<string, string>({
    maxItems: 3,
    run: (items) => {
      begun.push(items.join(' '));
      return new Promise((resolve, reject) => ends.push({ end: (results = items) => resolve(results), fail: reject }));
    },
    ...options,
  });
  const endNext = async (): Promise<void> => {
    await turn();
    ends.shift()!.end();
    await turn();
  };
  return { ...batcher, begun, ends, endNext };
};

/** A batcher whose batches end at once. */
const openQuick = (options: Partial<BatcherOptions<string, string>> = {}) => {
  const begun: { items: string; at: number }[] = [];
  const run = async (items: readonly string[]) => {
    begun.push({ items: items.join(' '), at: performance.now() });
    return items;
  };
  return { ...createBatcher<string, string>({ maxItems: 3, run, ...options }), begun };
};

describe('batcher', () => {
  it('given items of one turn of the event loop, then they are one batch', async () => {
    const { add, begun } = openQuick();
    expect(await Promise.all([add('a'), add('b')])).toEqual(['a', 'b']);
    expect(begun.map(({ items }) => items)).toEqual(['a b']);
  });

  it('given items that arrive while a batch runs, then they are the next batches, up to the limit', async () => {
    const { add, begun, endNext } = openBatcher();
    const first = add('a');
    await turn();
    const others = ['b', 'c', 'd', 'e'].map((item) => add(item));
    for (let nth = 0; nth < 3; nth++) await endNext();
    expect(await Promise.all([first, ...others])).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(begun).toEqual(['a', 'b c d', 'e']);
  });

  it('given two batches in flight, then a slow one does not delay the next one', async () => {
    const { add, begun } = openBatcher({ inFlight: 2 });
    for (const item of ['a', 'b', 'c']) {
      void add(item);
      await turn();
    }
    expect(begun).toEqual(['a', 'b']);
  });

  it('given items larger than the limit of bytes together, then they are different batches', async () => {
    const { add, begun } = openQuick({ maxBytes: 6, bytesOf: (item) => item.length });
    await Promise.all(['aa', 'aaaa', 'b', 'ccccccccc', 'd'].map((item) => add(item)));
    expect(begun.map(({ items }) => items)).toEqual(['aa aaaa', 'b', 'ccccccccc', 'd']);
  });

  it('given different keys, then their batches run concurrently', async () => {
    const { add, begun } = openBatcher({ keyOf: (item) => item[0]! });
    for (const item of ['a1', 'b1', 'a2']) void add(item);
    await turn();
    void add('a3');
    await turn();
    expect(begun).toEqual(['a1 a2', 'b1']);
  });

  it('given a failed batch, then only its items fail, and the next batch runs', async () => {
    const { add, ends, endNext } = openBatcher();
    const first = [add('a'), add('b')];
    await turn();
    const next = add('c');
    ends.shift()!.fail(new Error('no'));
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await endNext();
    expect(await next).toBe('c');
  });

  it('given a failed item, then the other items of its batch have their results', async () => {
    const { add, ends } = openBatcher();
    const results = Promise.allSettled([add('a'), add('b')]);
    await turn();
    ends[0]!.end([new FailedItem('no'), 'b']);
    expect(await results).toEqual([
      { status: 'rejected', reason: 'no' },
      { status: 'fulfilled', value: 'b' },
    ]);
  });

  it('given a result that is missing, then its item fails', async () => {
    const { add, ends } = openBatcher();
    const results = Promise.allSettled([add('a'), add('b')]);
    await turn();
    ends[0]!.end(['a']);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('given a batch that exceeds its deadline, then its items fail and the next batch starts', async () => {
    const { add, begun } = openBatcher({ deadline: { ms: 10, error: () => new Error('late') } });
    const first = add('a');
    await turn();
    void add('b').catch(() => undefined);
    await expect(first).rejects.toThrow('late');
    await turn();
    expect(begun).toEqual(['a', 'b']);
  });

  it('given an aborted signal, then the item is rejected and never run', async () => {
    const { add, begun, endNext, waiting } = openBatcher();
    void add('a');
    await turn();
    const gone = new AbortController();
    const second = add('b', gone.signal);
    void add('c');
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(add('d', gone.signal)).rejects.toThrow('gone');
    expect(waiting()).toBe(1);
    await endNext();
    expect(begun).toEqual(['a', 'c']);
  });

  it('given a signal that is aborted while its item runs, then the caller does not wait for the batch', async () => {
    const { add } = openBatcher();
    const gone = new AbortController();
    const first = add('a', gone.signal);
    await turn();
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
  });

  it('given a linger after a batch, then the items that arrive meanwhile share a batch', async () => {
    const { add, begun } = openQuick({ lingerMs: (ended) => (ended ? 40 : 0) });
    await add('a');
    const second = add('b');
    await turn();
    await Promise.all([second, add('c')]);
    expect(begun.map(({ items }) => items)).toEqual(['a', 'b c']);
    expect(begun[1]!.at - begun[0]!.at).toBeGreaterThan(35);
  });

  it('given a linger without an ended batch, then also the first item waits', async () => {
    const { add, begun } = openQuick({ lingerMs: () => 20 });
    const first = add('a');
    await wait(5);
    await Promise.all([first, add('b')]);
    expect(begun.map(({ items }) => items)).toEqual(['a b']);
  });

  it('given a full batch, then it does not linger', async () => {
    const { add, begun, flush } = openQuick({ lingerMs: () => 60_000 });
    await Promise.all(['a', 'b', 'c'].map((item) => add(item)));
    await flush();
    expect(begun.map(({ items }) => items)).toEqual(['a b c']);
  });

  it('given a flush, then lingers end and it resolves when all items are done', async () => {
    const { add, flush, begun } = openQuick({ lingerMs: () => 60_000 });
    const first = add('a');
    await flush();
    await first;
    await add('b');
    expect(begun.map(({ items }) => items)).toEqual(['a', 'b']);
  });

  it('given a batch that hangs, then a flush ends with its signal', async () => {
    const { add, flush } = openBatcher();
    void add('a');
    await flush(AbortSignal.timeout(10));
    await flush(AbortSignal.abort());
  });

  it('given a full queue, then further items are refused, and accepted when there is room', async () => {
    const queue = { maxItems: 2, maxBytes: 10, full: () => new Error('full') };
    const { add, endNext } = openBatcher({ queue, bytesOf: (item) => item.length });
    void add('a');
    await turn();
    const accepted = [add('b'), add('123456789')];
    await expect(add('c')).rejects.toThrow('full');
    await endNext();
    await endNext();
    await Promise.all(accepted);
    void add('1234567890123');
    await expect(add('c')).rejects.toThrow('full');
  });

  it('given several items in one call, when one fails, then the call fails at once and its other items are not run', async () => {
    const { addAll, begun, ends } = openBatcher();
    const call = addAll(['a', 'b', 'c', 'd']);
    const other = addAll(['e']);
    await turn();
    ends[0]!.end(['a', new FailedItem(new Error('no')), 'c']);
    await expect(call).rejects.toThrow('no');
    await turn();
    ends[1]!.end();
    await other;
    expect(begun).toEqual(['a b c', 'e']);
  });

  it('given no items, then the call resolves', async () => {
    await openBatcher().addAll([]);
  });

  it('for any sequence of items: limits hold, every item settles once, errors reach only their item, and no cancelled item is run', async () => {
    const limits = { maxItems: 3, maxBytes: 8, inFlight: 2 };
    const step = fc.record({
      key: fc.constantFrom('a', 'b'),
      bytes: fc.nat(10),
      fails: fc.boolean(),
      cancels: fc.boolean(),
      ends: fc.nat(2),
      endsBatch: fc.constantFrom('results', 'error'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        interface Item {
          readonly id: number;
          readonly key: string;
          readonly bytes: number;
          readonly fails: boolean;
        }
        const runs = new Map<number, number>();
        const inBatchThatFailed = new Set<number>();
        const batches: { readonly items: readonly Item[]; end: (isError: boolean) => void }[] = [];
        const batcher = createBatcher<Item, number>({
          ...limits,
          keyOf: ({ key }) => key,
          bytesOf: ({ bytes }) => bytes,
          run: (items) =>
            new Promise((resolve, reject) => {
              for (const { id } of items) runs.set(id, (runs.get(id) ?? 0) + 1);
              const batch = {
                items,
                end: (isError: boolean) => {
                  batches.splice(batches.indexOf(batch), 1);
                  if (!isError) return resolve(items.map(({ id, fails }) => (fails ? new FailedItem(id) : id)));
                  for (const { id } of items) inBatchThatFailed.add(id);
                  reject(new Error('batch'));
                },
              };
              batches.push(batch);
            }),
        });
        const outcomes: Promise<{
          id: number;
          fails: boolean;
          cancelled: boolean;
          result: unknown;
          settled: number;
        }>[] = [];
        let settled = 0;
        for (const [id, { key, bytes, fails, cancels, ends, endsBatch }] of steps.entries()) {
          const gone = new AbortController();
          const report = (result: unknown) => ({ id, fails, cancelled: cancels, result, settled: (settled += 1) });
          outcomes.push(batcher.add({ id, key, bytes, fails }, gone.signal).then(report, report));
          if (cancels) gone.abort('cancelled');
          await turn();
          for (let nth = 0; nth < ends; nth++) batches[0]?.end(endsBatch === 'error');
          await turn();
          for (const { items } of batches) {
            expect(items.length).toBeLessThanOrEqual(limits.maxItems);
            const sum = items.reduce((total, item) => total + item.bytes, 0);
            expect(items.length === 1 || sum <= limits.maxBytes).toBe(true);
            expect(new Set(items.map((item) => item.key)).size).toBe(1);
          }
          for (const one of ['a', 'b'])
            expect(batches.filter(({ items }) => items[0]!.key === one).length).toBeLessThanOrEqual(limits.inFlight);
        }
        while (batches.length > 0) {
          batches[0]!.end(false);
          await turn();
        }
        expect(batcher.waiting()).toBe(0);
        for (const { id, fails, cancelled, result } of await Promise.all(outcomes)) {
          expect(runs.get(id) ?? 0).toBe(cancelled ? 0 : 1);
          const error = inBatchThatFailed.has(id) ? new Error('batch') : id;
          expect({ id, fails, result }).toEqual({ id, fails, result: cancelled ? 'cancelled' : error });
        }
        expect(settled).toBe(steps.length);
      }),
      { numRuns: 60 },
    );
  });

  it('for any order of cancellations of many waiting items: the queue holds no cancelled item for long', async () => {
    const { add, begun, endNext, waiting } = openBatcher({ maxItems: 1_000 });
    void add('first');
    await turn();
    const controllers = Array.from({ length: 2_000 }, () => new AbortController());
    const calls = Promise.allSettled(controllers.map(({ signal }, nth) => add(String(nth), signal)));
    for (const [nth, controller] of controllers.entries()) if (nth % 500 !== 0) controller.abort();
    expect(waiting()).toBe(4);
    await endNext();
    await endNext();
    await calls;
    expect(begun).toEqual(['first', '0 500 1000 1500']);
  });
});
