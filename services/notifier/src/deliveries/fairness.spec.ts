import { systemClock } from '@porchlight/runtime';
import { createDispatcher } from './dispatcher';

const WELL = 200;
const SECONDS = 60;

/** Duration of a call in ms and whether it gets a response, at a given time. */
type Receiver = (now: number) => { ms: number; answered: boolean };

const RECEIVERS: Record<string, Receiver> = {
  dead: () => ({ ms: 10_000, answered: false }),
  slow: () => ({ ms: 9_000, answered: true }),
  // Available for ten seconds, unavailable for ten seconds.
  flapping: (now) =>
    Math.floor(now / 10_000) % 2 === 0 ? { ms: 20, answered: true } : { ms: 10_000, answered: false },
};

describe('Fairness', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** One minute of simulated time: 400 notifications per second to healthy destinations, 20 to each other one. */
  const p99With = async (others: readonly string[]) => {
    const started = performance.now();
    const took: number[] = [];
    const attempts = new Map<string, number>();
    let left = 0;
    const dispatcher = createDispatcher<{ lane: string; at: number }>({
      clock: systemClock,
      concurrency: 64,
      queueLimits: { concurrency: 8, perSecond: 1_000, maxRestMs: 60_000 },
      attempt: ({ lane, at }) => {
        const now = performance.now();
        attempts.set(lane, (attempts.get(lane) ?? 0) + 1);
        // 10 to 50 ms, different for each receiver.
        const { ms, answered } = RECEIVERS[lane]?.(now - started) ?? { ms: 10 + (Number(lane) % 41), answered: true };
        return new Promise((resolve) =>
          setTimeout(() => {
            if (!RECEIVERS[lane]) took.push(performance.now() - at);
            resolve({ answered, ms });
          }, ms),
        );
      },
      postpone: () => undefined,
      onRoom: () => undefined,
    });
    const offer = (lane: string): void => {
      if (dispatcher.reserve(lane)) dispatcher.enqueue(lane, { lane, at: performance.now() });
      else if (!RECEIVERS[lane]) left++;
    };
    for (let tick = 0; tick < SECONDS * 20; tick++) {
      for (const lane of others) offer(lane);
      for (let n = 0; n < 20; n++) offer(String((tick * 20 + n) % WELL));
      await jest.advanceTimersByTimeAsync(50);
    }
    await jest.advanceTimersByTimeAsync(15_000);
    expect(took).toHaveLength(SECONDS * 400 - left);
    took.sort((a, b) => a - b);
    return {
      p99: took[Math.ceil(took.length * 0.99) - 1]!,
      left,
      findAttempts: (lane: string) => attempts.get(lane) ?? 0,
    };
  };

  test('When 1 dead, 1 slow and 1 flapping receiver are among 200, Then the p99 of the others changes by less than 20 %, and none of their deliveries is rejected', async () => {
    const alone = await p99With([]);
    const among = await p99With(Object.keys(RECEIVERS));
    expect(alone.left).toBe(0);
    expect(among.left).toBe(0);
    expect(among.p99).toBeLessThanOrEqual(alone.p99 * 1.2);
    // The circuit opened and lets single probes through.
    expect(among.findAttempts('dead')).toBeGreaterThan(5);
    expect(among.findAttempts('dead')).toBeLessThan(20);
    // The flapping destination continues whenever it is available.
    expect(among.findAttempts('flapping')).toBeGreaterThan(200);
  });
});
