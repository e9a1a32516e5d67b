import { systemClock } from '@porchlight/runtime';
import { createDispatcher } from './dispatcher';

const DEAD = 200;
const ACCOUNT = 1;
const PROBES_PER_SECOND = 20;
const FAILURES_UNTIL_OPEN = 5;
const SECONDS = 60;

describe('Dead destinations that fail quickly', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** One minute in which each destination always has a delivery that could be attempted. */
  const run = async (retryIntervalMs: number) => {
    let attempts = 0;
    let alive = false;
    const received = new Set<string>();
    const dispatcher = createDispatcher<string>({
      clock: systemClock,
      concurrency: 512,
      queueLimits: { concurrency: 64, perSecond: 1_000, maxRestMs: Math.min(60_000, retryIntervalMs) },
      probesPerSecond: PROBES_PER_SECOND,
      attempt: async (key) => {
        attempts++;
        if (alive) received.add(key);
        return { answered: alive, ms: 2 };
      },
      postpone: () => undefined,
      onRoom: () => undefined,
    });
    const offerAll = (): void => {
      for (let n = 0; n < DEAD; n++) {
        const key = `${ACCOUNT} https://dead${n}`;
        if (dispatcher.reserve(key)) dispatcher.enqueue(key, key);
      }
    };
    for (let tick = 0; tick < SECONDS * 20; tick++) {
      offerAll();
      await jest.advanceTimersByTimeAsync(50);
    }
    const whileDead = attempts;
    alive = true;
    for (let tick = 0; tick < SECONDS * 20; tick++) {
      offerAll();
      await jest.advanceTimersByTimeAsync(50);
    }
    return { whileDead, received };
  };

  test.each([2_000, 3_600_000])(
    'Given a retry interval of %d ms, Then 200 dead destinations of one account get 20 attempts per second in all, and each delivery once they respond',
    async (retryIntervalMs) => {
      const { whileDead, received } = await run(retryIntervalMs);
      // Attempts that run when the circuit opens are added to the five that open it.
      expect(whileDead).toBeLessThanOrEqual(DEAD * (FAILURES_UNTIL_OPEN + 3) + (SECONDS + 1) * PROBES_PER_SECOND);
      expect(received.size).toBe(DEAD);
    },
  );
});
