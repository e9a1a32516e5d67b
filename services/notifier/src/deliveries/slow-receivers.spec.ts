import { systemClock } from '@porchlight/runtime';
import fc from 'fast-check';
import { createDispatcher } from './dispatcher';

const TICK_MS = 50;
const SECONDS = 40;
const MAX_LAG_MS = 10_000;
/** The poller reads this many stored deliveries at a time. */
const BATCH = 256;
const KEY = '7 https://slow.example';

interface Load {
  readonly responseMs: number;
  readonly perSecond: number;
  /** Share of the attempts that time out because this process is stalled. */
  readonly stalledShare: number;
}

/**
 * Simulated time: events of one destination, and a poller that hands over stored deliveries, oldest first. Returns
 * lags, ms.
 */
const simulate = async ({ responseMs, perSecond, stalledShare }: Load) => {
  const lags: number[] = [];
  let attempts = 0;
  let maxRunning = 0;
  let running = 0;
  const stored: number[] = [];
  const dispatcher = createDispatcher<number>({
    clock: systemClock,
    concurrency: 512,
    queueLimits: { concurrency: 64, perSecond: 1_000, maxRestMs: 60_000 },
    attempt: (at) => {
      maxRunning = Math.max(maxRunning, ++running);
      const stalled = Math.floor(++attempts * stalledShare) > Math.floor((attempts - 1) * stalledShare);
      if (!stalled) lags.push(performance.now() - at);
      return new Promise((resolve) =>
        setTimeout(
          () => {
            running--;
            if (stalled) stored.unshift(at);
            resolve({ answered: !stalled, stalled, ms: responseMs });
          },
          stalled ? responseMs * 2 : responseMs,
        ),
      );
    },
    postpone: (at) => void stored.push(at),
    onRoom: () => undefined,
  });
  const poll = (): void => {
    const room = Math.min(BATCH, dispatcher.getRoom(KEY));
    for (let n = 0; n < room && stored.length > 0 && dispatcher.reserve(KEY, false); n++)
      dispatcher.enqueue(KEY, stored.shift()!);
  };
  const perTick = (perSecond * TICK_MS) / 1_000;
  let owed = 0;
  for (let tick = 0; tick < (SECONDS * 1_000) / TICK_MS; tick++) {
    poll();
    for (owed += perTick; owed >= 1; owed--) {
      const at = performance.now();
      if (dispatcher.reserve(KEY)) dispatcher.enqueue(KEY, at);
      else stored.push(at);
    }
    await jest.advanceTimersByTimeAsync(TICK_MS);
  }
  for (let tick = 0; tick < 40_000 / TICK_MS; tick++) {
    poll();
    await jest.advanceTimersByTimeAsync(TICK_MS);
  }
  return { lags, left: stored.length, maxRunning };
};

describe('A slow receiver', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('Given 2 s per response and 20 events per second, Then no delivery starts later than 10 s after its event', async () => {
    const { lags, left, maxRunning } = await simulate({ responseMs: 2_000, perSecond: 20, stalledShare: 0 });
    expect(left).toBe(0);
    expect(lags).toHaveLength(SECONDS * 20);
    expect(Math.max(...lags)).toBeLessThan(MAX_LAG_MS);
    expect(maxRunning).toBeLessThanOrEqual(64);
  });

  test('Given a stalled process that lets a tenth of the attempts time out, Then the receiver keeps up', async () => {
    const { lags, left } = await simulate({ responseMs: 2_000, perSecond: 20, stalledShare: 0.1 });
    expect(left).toBe(0);
    expect(Math.max(...lags)).toBeLessThan(2 * MAX_LAG_MS);
  });

  test('Given any response time and any rate that 64 attempts at a time can serve, Then no delivery is later than 10 s', async () => {
    const load = fc.integer({ min: 20, max: 2_500 }).chain((responseMs) =>
      fc.record({
        responseMs: fc.constant(responseMs),
        perSecond: fc.integer({ min: 1, max: Math.min(20, Math.floor(40_000 / responseMs)) }),
        stalledShare: fc.constant(0),
      }),
    );
    await fc.assert(
      fc.asyncProperty(load, async (one) => {
        const { lags, left } = await simulate(one);
        expect(left).toBe(0);
        expect(Math.max(...lags)).toBeLessThan(MAX_LAG_MS);
      }),
      { numRuns: 10, seed: 7 },
    );
  });
});
