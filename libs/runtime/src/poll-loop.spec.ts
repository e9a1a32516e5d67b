import { createPollLoop } from './poll-loop';

const LONG = 60_000;

/** A loop with given results of its polls; it stops after the last one. */
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

it('polls again at once while there is more work, and when notified, also during a poll', async () => {
  const nudging = runWith([true, true, false, false], LONG, (nth, nudge) => (nth === 3 ? nudge() : undefined));
  expect(await nudging).toEqual({ looks: 4, failures: [], ended: 1 });
});

it('continues after failures, counts consecutive ones, and reports none during a stop', async () => {
  const bad = new Error('away');
  expect(await runWith([bad, bad, true, bad, bad], 1)).toEqual({ looks: 5, failures: [1, 2, 1], ended: 1 });
});

it('a notification during a failing poll does not shorten the pause after it', async () => {
  let second = 0;
  const begun = performance.now();
  await runWith([new Error('away'), false], 60, (nth, nudge) => {
    if (nth === 1) nudge();
    else second = performance.now() - begun;
  });
  expect(second).toBeGreaterThan(50);
});

it('polls without work lengthen the pauses up to a limit, until a notification', async () => {
  jest.useFakeTimers();
  try {
    const begun = performance.now();
    const looks: number[] = [];
    const stop = new AbortController();
    const loop = createPollLoop({
      intervalMs: 1_000,
      longestIntervalMs: 5_000,
      look: async () => {
        looks.push(Math.round(performance.now() - begun));
        return false;
      },
      failed: () => undefined,
    });
    const ended = loop.run(stop.signal);
    await jest.advanceTimersByTimeAsync(17_500);
    expect(looks).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000]);
    loop.notify();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(looks.slice(6)).toEqual([17_500, 18_500]);
    stop.abort();
    await ended;
  } finally {
    jest.useRealTimers();
  }
});
