import { dedupeById } from './dedupe-by-id';
import { createContext, createMessages, idsOf } from './fixtures';

const createStep = (capacity: number, fault: () => void = () => {}) => {
  const handled: string[] = [];
  const repeats: number[] = [];
  const step = dedupeById({ capacity, onRepeat: (count) => repeats.push(count) })(async (batch) => {
    fault();
    handled.push(idsOf(batch));
  });
  return { handled, repeats, deliver: (ids: string) => step(createMessages(...ids), createContext()) };
};

it('handles each id once, within a batch and across batches', async () => {
  const { deliver, handled, repeats } = createStep(10);
  await deliver('aab');
  await deliver('bc');
  await deliver('abc');
  expect(handled).toEqual(['ab', 'c']);
  expect(repeats).toEqual([1, 1, 3]);
});

it('remembers nothing of a batch that failed', async () => {
  let faults = 0;
  const { deliver, handled } = createStep(10, () => {
    if (faults++ === 0) throw new Error('once');
  });
  await expect(deliver('ab')).rejects.toThrow('once');
  await deliver('ab');
  expect(handled).toEqual(['ab']);
});

it('forgets the oldest beyond its capacity', async () => {
  const { deliver, handled } = createStep(2);
  await deliver('abc');
  await deliver('c');
  await deliver('b');
  await deliver('a');
  expect(handled).toEqual(['abc', 'a']);
});
