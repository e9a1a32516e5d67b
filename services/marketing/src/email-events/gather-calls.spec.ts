import { gatherCalls } from './gather-calls';

const never = new AbortController().signal;

/** Work that the test ends. */
const heldWork = () => {
  const begun: string[][] = [];
  const ends: { resolve: (result: string) => void; reject: (reason: Error) => void }[] = [];
  const run = (calls: readonly string[]): Promise<string> => {
    begun.push([...calls]);
    return new Promise((resolve, reject) => void ends.push({ resolve, reject }));
  };
  const gather = gatherCalls(run, { keyOf: (call) => call[0] ?? '', weightOf: (call) => call.length, most: 6 });
  return { begun, ends, gather };
};
/** Lets resolved promises continue. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('given calls during the pause, then they run together afterwards', async () => {
  const begun: { calls: string[]; at: number }[] = [];
  const run = async (calls: readonly string[]): Promise<void> =>
    void begun.push({ calls: [...calls], at: performance.now() });
  const gather = gatherCalls(run, { keyOf: () => 'a', weightOf: () => 1, most: 6, restMs: () => 60 });
  await gather('a1', never);
  await Promise.all([gather('a2', never), gather('a3', never)]);
  expect(begun.map(({ calls }) => calls)).toEqual([['a1'], ['a2', 'a3']]);
  expect(begun[1]!.at - begun[0]!.at).toBeGreaterThan(50);
});

it('given a stop, then the pause ends', async () => {
  const ending = new AbortController();
  const begun: string[][] = [];
  const gather = gatherCalls(async (calls: readonly string[]) => void begun.push([...calls]), {
    keyOf: () => 'a',
    weightOf: () => 1,
    most: 6,
    restMs: () => 60_000,
    ending: ending.signal,
  });
  await gather('a1', never);
  const second = gather('a2', never);
  expect(begun).toEqual([['a1']]);
  ending.abort();
  await second;
  expect(begun).toEqual([['a1'], ['a2']]);
});

it('a single call starts at once; calls that arrive meanwhile run together by key, up to the limit', async () => {
  const { begun, ends, gather } = heldWork();
  const calls = ['a1', 'a2', 'a3', 'b1', 'a4567', 'a8'].map((call) => gather(call, never));
  expect(begun).toEqual([['a1'], ['b1']]);
  ends[0]!.resolve('first');
  expect(await calls[0]).toBe('first');
  await turn();
  expect(begun[2]).toEqual(['a2', 'a3']);
  ends[2]!.resolve('both');
  expect(await Promise.all([calls[1], calls[2]])).toEqual(['both', 'both']);
  await turn();
  expect(begun[3]).toEqual(['a4567']);
  ends[3]!.resolve('heavy');
  await turn();
  ends[4]!.resolve('last');
  ends[1]!.resolve('other');
  expect(await Promise.all(calls.slice(3))).toEqual(['other', 'heavy', 'last']);
});

it('given a failed group, then only its calls fail; cancelled calls are left out, and the next group runs', async () => {
  const { begun, ends, gather } = heldWork();
  const gone = new AbortController();
  const [first, second] = [gather('a1', never), gather('a2', gone.signal)];
  const third = gather('a3', never);
  gone.abort(new Error('gone'));
  ends[0]!.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await expect(second).rejects.toThrow('gone');
  expect(begun[1]).toEqual(['a3']);
  ends[1]!.resolve('third');
  expect(await third).toBe('third');
  const later = gather('a4', never);
  expect(begun[2]).toEqual(['a4']);
  ends[2]!.resolve('later');
  expect(await later).toBe('later');
});
