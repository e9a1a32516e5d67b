import * as fc from 'fast-check';
import { createByteBudget } from '@porchlight/runtime';
import type { BusMessage } from '../bus';
import type { KeyedBatch } from './key-queues';
import { createPartitionBuffer } from './partition-buffer';

const message = (key: string, offset: number): BusMessage => ({
  key,
  id: String(offset),
  type: 't',
  time: new Date(0),
  value: new Uint8Array(0),
});

/** A partition with one message of each key in order, and a reader like that of Kafka. */
const createReader = (log: readonly string[], budgetBytes: number, maxAhead = 1_000) => {
  const budget = createByteBudget({ maxBytes: budgetBytes });
  const buffer = createPartitionBuffer({ budget, budgetBytes, maxAhead });
  buffer.moveTo(0);
  const steer = (): void => {
    const target = buffer.plan();
    if (target !== undefined) buffer.moveTo(target);
  };
  return {
    buffer,
    budget,
    steer,
    fetch(count: number) {
      buffer.fetchBegan();
      const from = buffer.position() ?? 0;
      const through = buffer.isFull() ? from : Math.min(log.length, from + count);
      for (let at = from; at < through; at++) buffer.offer(log[at]!, at, 1, () => message(log[at]!, at));
      if (through > from) buffer.readThrough(through);
      steer();
      buffer.fetchEnded();
      steer();
    },
  };
};

const ids = (batch: KeyedBatch | undefined): string[] => batch?.messages.map(({ id }) => id) ?? [];

describe('the buffer of a partition', () => {
  it('given a key over its share, accepts the messages of others behind it and reads the rest again later', () => {
    const log = [...Array<string>(50).fill('a'), 'b'];
    const { buffer, fetch, steer } = createReader(log, 12);
    fetch(100);
    const [bulk, other] = [buffer.next(4), buffer.next(4)];
    expect([ids(bulk), bulk?.bulk, ids(other)]).toEqual([['0', '1', '2', '3'], true, ['50']]);
    buffer.finish(other!);
    expect(buffer.committable()).toBe(0);
    buffer.finish(bulk!);
    expect(buffer.committable()).toBe(4);
    steer();
    expect(buffer.position()).toBe(4);
  });

  it("returns unfinished messages to the front of their key's queue", () => {
    const { buffer, fetch } = createReader(['a', 'a', 'a'], 100);
    fetch(3);
    const batch = buffer.next(2)!;
    buffer.finish(batch, new Set([batch.messages[0]!]));
    expect(buffer.committable()).toBe(1);
    expect(ids(buffer.next(5))).toEqual(['1', '2']);
  });

  it('handles a postponed key without messages of others', () => {
    const { buffer, fetch } = createReader(['a', 'b', 'c'], 100);
    fetch(3);
    const batch = buffer.next(10)!;
    buffer.rest(batch, new Set());
    expect(buffer.next(10)).toBeUndefined();
    buffer.wake(batch.keys);
    expect([ids(buffer.next(10)), ids(buffer.next(10)), ids(buffer.next(10))]).toEqual([['0'], ['1'], ['2']]);
  });

  it('pauses if too many messages lie behind the first unfinished one', () => {
    const { buffer, fetch } = createReader(Array<string>(100).fill('a'), 30, 50);
    fetch(20);
    expect(buffer.isFull()).toBe(false);
    fetch(40);
    expect(buffer.isFull()).toBe(true);
  });

  it('delivers every message, in the order of its key, commits none unfinished and stays within its bytes', () => {
    const keys = fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c', 'd');
    const actions = fc.array(fc.tuple(fc.constantFrom('fetch', 'begin', 'end', 'fail', 'rest'), fc.nat(20)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(
        fc.array(keys, { maxLength: 120 }),
        fc.integer({ min: 2, max: 40 }),
        actions,
        (log, budgetBytes, steps) => {
          const { buffer, budget, fetch, steer } = createReader(log, budgetBytes, 60);
          const running: KeyedBatch[] = [];
          const handled: number[] = [];
          const end = (batch: KeyedBatch, count: number, how: 'finish' | 'rest'): void => {
            const done = new Set(batch.messages.slice(0, count));
            handled.push(...[...done].map(({ id }) => Number(id)));
            buffer[how](batch, done);
            if (how === 'rest') buffer.wake(batch.keys);
            steer();
          };
          const act = (what: string, n: number): void => {
            if (what === 'fetch') fetch(n + 1);
            if (what === 'begin') {
              const batch = buffer.next(n + 1);
              if (batch) running.push(batch);
            }
            const batch =
              what === 'fetch' || what === 'begin' ? undefined : running.splice(n % (running.length || 1), 1)[0];
            if (batch)
              end(
                batch,
                what === 'end' ? batch.messages.length : n % (batch.messages.length + 1),
                what === 'rest' ? 'rest' : 'finish',
              );
            expect(budget.inUse()).toBeLessThanOrEqual(budgetBytes);
            const handledOffsets = new Set(handled);
            for (let at = 0; at < buffer.committable(); at++) expect(handledOffsets.has(at)).toBe(true);
          };
          for (const [what, n] of steps) act(what, n);
          for (let round = 0; round < 2_000 && handled.length < log.length; round++) {
            act('fetch', 9);
            act('begin', 4);
            act('end', 0);
          }
          for (const batch of running.splice(0)) end(batch, batch.messages.length, 'finish');
          expect([...handled].sort((x, y) => x - y)).toEqual(log.map((_, at) => at));
          for (const key of new Set(log)) {
            const ofKey = handled.filter((at) => log[at] === key);
            expect(ofKey).toEqual([...ofKey].sort((x, y) => x - y));
          }
          expect(budget.inUse()).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
