import { createManualClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createClockSkewRepair } from './repair-clock-skew';

const HOUR = 3_600_000;

test('When the service starts, Then leases far ahead become due; when the clock is set back, all deliveries far ahead do; otherwise none', async () => {
  const manual = createManualClock(1_000_000);
  let asked = 0;
  const clock = { ...manual, now: () => (asked++, manual.now()) };
  const calls: [after: number, now: number, which: string][] = [];
  let broken = true;
  let due = 0;
  const deliveryStore = {
    resetDueTimes: async (after: Date, now: Date, which: string) => {
      if (broken) {
        broken = false;
        throw new Error('away');
      }
      calls.push([after.getTime(), now.getTime(), which]);
      return 3;
    },
  };
  const options = {
    deliveryStore,
    clock,
    holder: 'me',
    leaseMs: 15_000,
    retryIntervalMs: HOUR,
    onReset: () => void due++,
    logger: captureLogger().logger,
  };
  const stop = new AbortController();
  const running = createClockSkewRepair(options).run(stop.signal);
  await eventually(() => expect(calls).toEqual([[1_075_000, 1_000_000, 'leased']]));
  clock.advance(2 * HOUR);
  // After at least one poll: a clock that jumps ahead is no reason for a repair.
  const looks = asked;
  await eventually(() => expect(asked).toBeGreaterThan(looks + 1));
  expect(calls).toHaveLength(1);
  clock.set(1_005_000);
  // Results of running attempts are stored after the first poll.
  const all = [1_005_000 + HOUR + 60_000, 1_005_000, 'all'];
  await eventually(() => expect(calls.slice(1, 3)).toEqual([all, all]));
  expect(due).toBeGreaterThanOrEqual(2);
  stop.abort();
  await running;
});
