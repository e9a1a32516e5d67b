import { createPollLoop } from './poll-loop';

const LONG = 60_000;

/** A loop whose looks are answered in turn; after the last answer it is stopped. */
const runWith = async (
  answers: readonly (boolean | Error)[],
  intervalMs: number,
  atLook?: (nth: number, nudge: () => void, stop: () => void) => void,
) => {
  const stop = new AbortController();
  const failures: number[] = [];
  let looks = 0;
  let ended = 0;
  const loop = createPollLoop({
    intervalMs,
    look: async () => {
      const answer = answers[looks++];
      atLook?.(looks, loop.notify, () => stop.abort());
      if (looks >= answers.length) stop.abort();
      if (answer instanceof Error) throw answer;
      return answer ?? false;
    },
    failed: (_error, nth) => void failures.push(nth),
    ended: async () => void ended++,
  });
  await loop.run(stop.signal);
  return { looks, failures, ended };
};

it('looks again at once while there is more, and at a nudge, also one during the look', async () => {
  const nudging = runWith([true, true, false, false], LONG, (nth, nudge) => (nth === 3 ? nudge() : undefined));
  expect(await nudging).toEqual({ looks: 4, failures: [], ended: 1 });
});

it('goes on after failures, counts them in a row, and tells of none that comes of being stopped', async () => {
  const bad = new Error('away');
  expect(await runWith([bad, bad, true, bad, bad], 1)).toEqual({ looks: 5, failures: [1, 2, 1], ended: 1 });
});

it('a nudge during a look that fails does not shorten the pause after it', async () => {
  let second = 0;
  const begun = performance.now();
  await runWith([new Error('away'), false], 60, (nth, nudge) => {
    if (nth === 1) nudge();
    else second = performance.now() - begun;
  });
  expect(second).toBeGreaterThan(50);
});
