import { systemClock } from '@porchlight/runtime';
import { createDispatcher } from './dispatcher';

const SLOTS = 64;
const SECONDS = 15;
const DEAD = 1_000;
const DEAD_ACCOUNT = 1;

/** Milliseconds at the 99th percentile. */
const findP99 = (times: number[]): number => times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;

describe('Dead destinations of one account', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /**
   * Half a minute of simulated time: 200 notifications a second of 20 other accounts, half of them to receivers of 20
   * ms.
   */
  const run = async (dead: number) => {
    const took: number[] = [];
    let left = 0;
    let deadRunning = 0;
    let maxDeadRunning = 0;
    let running = 0;
    let maxRunning = 0;
    const dispatcher = createDispatcher<{ key: string; at: number }>({
      clock: systemClock,
      concurrency: SLOTS,
      queueLimits: { concurrency: 64, perSecond: 1_000, maxRestMs: 60_000 },
      attempt: ({ key, at }) => {
        const isDead = key.startsWith(`${DEAD_ACCOUNT} `);
        const ms = isDead ? 10_000 : 20 + (at % 30);
        maxRunning = Math.max(maxRunning, ++running);
        if (isDead) maxDeadRunning = Math.max(maxDeadRunning, ++deadRunning);
        return new Promise((resolve) =>
          setTimeout(() => {
            running--;
            if (isDead) deadRunning--;
            else took.push(performance.now() - at);
            resolve({ answered: !isDead, ms });
          }, ms),
        );
      },
      postpone: () => undefined,
      onRoom: () => undefined,
    });
    const offer = (key: string, lowPriority: boolean): boolean => {
      if (!dispatcher.reserve(key, lowPriority)) return false;
      dispatcher.enqueue(key, { key, at: performance.now() }, lowPriority);
      return true;
    };
    for (let tick = 0; tick < SECONDS * 20; tick++) {
      for (let n = 0; n < dead / 20; n++)
        offer(`${DEAD_ACCOUNT} https://dead${(tick * (dead / 20) + n) % dead}`, tick % 2 === 0);
      for (let n = 0; n < 10; n++) if (!offer(`${2 + ((tick * 10 + n) % 20)} https://well`, false)) left++;
      await jest.advanceTimersByTimeAsync(50);
    }
    await jest.advanceTimersByTimeAsync(15_000);
    return { p99: findP99(took), done: took.length, left, maxDeadRunning, maxRunning };
  };

  test('Given 1,000 dead destinations of one account, Then deliveries of other accounts are neither delayed nor rejected', async () => {
    const alone = await run(0);
    const among = await run(DEAD);
    expect(alone.left).toBe(0);
    expect(among.left).toBe(0);
    expect(among.done).toBe(SECONDS * 200);
    expect(among.p99).toBeLessThanOrEqual(alone.p99 * 1.2);
    // At most two thirds of the three quarters that slow destinations may use.
    expect(among.maxDeadRunning).toBeGreaterThan(0);
    expect(among.maxDeadRunning).toBeLessThanOrEqual(SLOTS / 2);
    expect(among.maxRunning).toBeLessThanOrEqual(SLOTS);
  });
});
