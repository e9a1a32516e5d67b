import type { CounterMoves } from '../counts/counters';
import { createWriteSequence } from './write-sequence';

interface Applied {
  instance: string;
  number: number;
  n: number;
}

const setUp = (outcome: (nth: number) => boolean | Error = () => true) => {
  const applied: Applied[] = [];
  let asked = 0;
  const line = createWriteSequence({
    processId: 'p',
    pause: async () => undefined,
    counters: {
      gather: (moves: CounterMoves, accountId, deltas) => void moves.set(`${moves.size}`, { accountId, deltas }),
      apply: async (instance, number, moves) => {
        const result = outcome((asked += 1));
        if (result instanceof Error) throw result;
        if (result) applied.push({ instance, number, n: moves.size });
        return result;
      },
    },
  });
  return { line, applied };
};

const one = { total: 1 };

test('writes are applied in order, all settled ones at once', async () => {
  const { line, applied } = setUp();
  const [a, b, c] = [line.join(1, one), line.join(1, one), line.join(1, one)];
  c.settle('done');
  b.settle('done');
  expect(applied).toEqual([]);
  a.settle('refused');
  expect(await Promise.all([a.counted, b.counted, c.counted])).toEqual([true, true, true]);
  expect(applied).toEqual([{ instance: 'p-1', number: 3, n: 2 }]);
});

test('a write with an unknown outcome ends its instance name: no later write is counted under it', async () => {
  const { line, applied } = setUp();
  const [a, b, c] = [line.join(1, one), line.join(1, one), line.join(1, one)];
  b.settle('unknown');
  c.settle('done');
  expect(await Promise.all([b.counted, c.counted])).toEqual([false, false]);
  const d = line.join(1, one);
  d.settle('done');
  expect(await d.counted).toBe(true);
  a.settle('done');
  expect(await a.counted).toBe(true);
  expect(applied).toEqual([
    { instance: 'p-2', number: 1, n: 1 },
    { instance: 'p-1', number: 1, n: 1 },
  ]);
});

test('given an instance that the relay has fenced, then its writes are left to the relay and a new name begins', async () => {
  const { line, applied } = setUp((nth) => nth > 1);
  const a = line.join(1, one);
  a.settle('done');
  expect(await a.counted).toBe(false);
  expect(line.epoch()).toBe(2);
  const b = line.join(1, one);
  b.settle('done');
  expect(await b.counted).toBe(true);
  expect(applied).toEqual([{ instance: 'p-2', number: 1, n: 1 }]);
});

test('when applying fails briefly, then it is retried; when it fails for long, it is left to the relay', async () => {
  const short = setUp((nth) => (nth < 3 ? new Error('away') : true));
  const a = short.line.join(1, one);
  a.settle('done');
  expect(await a.counted).toBe(true);
  const long = setUp(() => new Error('away'));
  const b = long.line.join(1, one);
  b.settle('done');
  expect(await b.counted).toBe(false);
});
