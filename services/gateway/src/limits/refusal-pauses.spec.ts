import { createManualClock } from '@porchlight/runtime';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createRefusalPauses, type RefusalPauses } from './refusal-pauses';

const clock = createManualClock();
let pauses: RefusalPauses;
beforeEach(() => {
  jest.useFakeTimers();
  pauses = createRefusalPauses(clock);
});
afterEach(() => jest.useRealTimers());

const newAnswer = (): ServerResponse => {
  const socket = new Socket();
  const answer = new ServerResponse(new IncomingMessage(socket));
  answer.assignSocket(socket);
  return answer;
};
/** So many refusals of a moment; how many of them are held. */
const refuse = (n: number, accountId = 1): number => Array.from({ length: n }, () => pauses.hold(accountId, newAnswer())).filter((held) => held !== undefined).length;

/** How long the next refusal is held, ms. */
const nextPause = async (accountId = 1): Promise<number> => {
  let told = false;
  const held = pauses.hold(accountId, newAnswer())?.then(() => (told = true));
  if (!held) return 0;
  for (let ms = 0; ms < 5_000; ms += 25) {
    if (told) return ms;
    await jest.advanceTimersByTimeAsync(25);
  }
  throw new Error('It was never told.');
};

describe('pauses of refusals', () => {
  it('the first twenty are told at once, the next wait longer and longer, up to a second', async () => {
    expect(refuse(20)).toBe(0);
    const first = await nextPause();
    expect([first > 250, first <= 300]).toEqual([true, true]);
    refuse(10);
    const later = await nextPause();
    expect([later > first + 200, later < 1_000]).toEqual([true, true]);
    refuse(100);
    expect(await nextPause()).toBe(1_000);
    expect(await nextPause(2)).toBe(0);
  });

  it('are forgotten while nobody asks: who waited as Retry-After said is told at once again', async () => {
    refuse(100);
    clock.advance(3_000);
    const soon = await nextPause();
    expect([soon >= 250, soon < 1_000]).toEqual([true, true]);
    clock.advance(10_000);
    expect(await nextPause()).toBe(0);
    // A clock that was set back forgets nothing and counts on.
    refuse(100);
    clock.advance(-60_000);
    expect(await nextPause()).toBe(1_000);
  });

  it('sixteen connections that never wait ask sixteen times a second, and no more', async () => {
    refuse(50);
    let asked = 0;
    const connection = async (): Promise<void> => {
      for (;;) {
        asked += 1;
        await pauses.hold(1, newAnswer());
      }
    };
    for (let nth = 0; nth < 16; nth += 1) void connection();
    for (let ms = 0; ms < 10_000; ms += 50) {
      clock.advance(50);
      await jest.advanceTimersByTimeAsync(50);
    }
    expect(asked).toBeGreaterThanOrEqual(160);
    expect(asked).toBeLessThanOrEqual(200);
  });

  it('more than 512 of an account are told at once and their connections closed; other accounts are still held', () => {
    refuse(20);
    expect(refuse(600)).toBe(512);
    const over = newAnswer();
    expect([pauses.hold(1, over), over.shouldKeepAlive]).toEqual([undefined, false]);
    refuse(20, 2);
    expect(refuse(1, 2)).toBe(1);
    for (let account = 2; account < 20; account += 1) refuse(600, account);
    expect(refuse(100, 99)).toBe(0);
  });

  it('whoever goes away frees its place, and a gateway that stops tells all at once', async () => {
    refuse(20);
    const answers = Array.from({ length: 512 }, newAnswer);
    for (const answer of answers) void pauses.hold(1, answer);
    expect(refuse(1)).toBe(0);
    answers[0]!.emit('close');
    const last = pauses.hold(1, newAnswer());
    expect(last).toBeDefined();
    pauses.stop();
    await last;
    expect([jest.getTimerCount(), refuse(5)]).toEqual([0, 0]);
  });

  it('an answer without a connection of its own is never held', () => {
    refuse(100);
    expect(pauses.hold(1, new ServerResponse(new IncomingMessage(new Socket())))).toBeUndefined();
  });
});
