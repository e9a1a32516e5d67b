import { createManualClock } from '@porchlight/runtime';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createPenaltyDelay, type PenaltyDelay } from './penalty-delay';

const clock = createManualClock();
let pauses: PenaltyDelay;
beforeEach(() => {
  jest.useFakeTimers();
  pauses = createPenaltyDelay(clock);
});
afterEach(() => jest.useRealTimers());

const LIMIT = 250;
const caller = (accountId = 1, context = 'global') => ({ accountId, context, system: 'Demo' });
const newAnswer = (): ServerResponse => {
  const socket = new Socket();
  const answer = new ServerResponse(new IncomingMessage(socket));
  answer.assignSocket(socket);
  return answer;
};
/** Counts how many of these concurrent refusals are delayed. */
const refuse = (n: number, counted = caller()): number => {
  const pausing = Array.from({ length: n }, () => pauses.refused(counted, newAnswer()));
  return pausing.filter((held) => held !== undefined).length;
};

/** Advances the clock and the timers. */
const pass = async (ms: number): Promise<void> => {
  for (let at = 0; at < ms; at += 25) {
    clock.advance(25);
    await jest.advanceTimersByTimeAsync(25);
  }
};
/** Delay of the next refusal, ms. */
const measurePause = async (held: Promise<void> | undefined): Promise<number> => {
  let over = held === undefined;
  void held?.then(() => (over = true));
  for (let ms = 0; ms < 5_000; ms += 25) {
    if (over) return ms;
    await jest.advanceTimersByTimeAsync(25);
  }
  throw new Error('It was held for ever.');
};
const nextPause = (counted = caller()): Promise<number> => measurePause(pauses.refused(counted, newAnswer()));

describe('delays of a flood', () => {
  it('the first twenty refusals are sent at once, the next with growing delay up to a second', async () => {
    expect(refuse(20)).toBe(0);
    const first = await nextPause();
    expect([first > 250, first <= 300]).toEqual([true, true]);
    refuse(10);
    const later = await nextPause();
    expect([later > first + 200, later < 1_000]).toEqual([true, true]);
    refuse(100);
    expect(await nextPause()).toBe(1_000);
    for (const other of [caller(2), caller(1, 'notes'), { ...caller(), system: '' }])
      expect(await nextPause(other)).toBe(0);
  });

  it('decay without requests: a caller that obeys Retry-After gets the next refusal at once', async () => {
    refuse(100);
    clock.advance(3_000);
    const soon = await nextPause();
    expect([soon >= 250, soon < 1_000]).toEqual([true, true]);
    clock.advance(10_000);
    expect(await nextPause()).toBe(0);
    // A clock that was set back changes no count.
    refuse(100);
    clock.advance(-60_000);
    expect(await nextPause()).toBe(1_000);
  });

  it('given sixteen connections without pauses, then they send sixteen requests a second at most', async () => {
    refuse(50);
    let asked = 0;
    const connection = async (): Promise<void> => {
      for (;;) {
        asked += 1;
        await pauses.refused(caller(), newAnswer());
      }
    };
    for (let nth = 0; nth < 16; nth += 1) void connection();
    await pass(10_000);
    expect(asked).toBeGreaterThanOrEqual(160);
    expect(asked).toBeLessThanOrEqual(200);
  });

  it('the remaining requests of a flood are served evenly, not in one burst; other callers are served at once', async () => {
    const serve = (counted = caller()) => pauses.served(counted, LIMIT, newAnswer());
    expect([refuse(20), serve()]).toEqual([0, undefined]);
    refuse(100);
    let served = 0;
    for (let nth = 0; nth < 16; nth += 1)
      void (async () => {
        for (;;) {
          await serve();
          served += 1;
        }
      })();
    await pass(2_000);
    expect(served).toBeGreaterThanOrEqual(40);
    expect(served).toBeLessThanOrEqual(60);
    expect(serve(caller(2))).toBeUndefined();
    expect(serve(caller(1, 'notes'))).toBeUndefined();
  });

  it('given a flood that ended, then the caller is served at once again, and no delay exceeds a second', async () => {
    refuse(100);
    const held = Array.from({ length: 400 }, () => pauses.served(caller(), LIMIT, newAnswer()));
    expect(await measurePause(held.at(-1))).toBeLessThanOrEqual(1_000);
    clock.advance(10_000);
    expect(
      Array.from({ length: 40 }, () => pauses.served(caller(), LIMIT, newAnswer())).every((one) => one === undefined),
    ).toBe(true);
  });

  it('over 512 requests of a caller pass at once and their connections are closed; others are still delayed, 4,096 in total', () => {
    refuse(20);
    expect(refuse(600)).toBe(512);
    const over = newAnswer();
    expect([pauses.refused(caller(), over), over.shouldKeepAlive]).toEqual([undefined, false]);
    refuse(20, caller(2));
    expect(refuse(1, caller(2))).toBe(1);
    for (let account = 2; account < 20; account += 1) refuse(600, caller(account));
    expect(refuse(100, caller(99))).toBe(0);
  });

  it('a client that disconnects frees its slot, and a stopping gateway releases all requests', async () => {
    refuse(20);
    const answers = Array.from({ length: 512 }, newAnswer);
    for (const answer of answers) void pauses.refused(caller(), answer);
    expect(refuse(1)).toBe(0);
    answers[0]!.emit('close');
    const last = pauses.refused(caller(), newAnswer());
    expect(last).toBeDefined();
    pauses.stop();
    await last;
    expect([jest.getTimerCount(), refuse(5)]).toEqual([0, 0]);
  });

  it('a response without a connection is never delayed', () => {
    refuse(100);
    expect(pauses.refused(caller(), new ServerResponse(new IncomingMessage(new Socket())))).toBeUndefined();
  });
});
