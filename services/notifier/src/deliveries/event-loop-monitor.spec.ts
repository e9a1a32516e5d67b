import { setTimeout as pause } from 'node:timers/promises';
import { isLocalTimeout, startEventLoopMonitor } from './event-loop-monitor';

const BLOCKED_MS = 200;

const block = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('The event loop monitor', () => {
  test('When the event loop is blocked, Then the stall time is counted', async () => {
    const meter = startEventLoopMonitor();
    block(BLOCKED_MS);
    const during = meter.stalledMs();
    expect(during).toBeGreaterThan(BLOCKED_MS / 2);
    await pause(BLOCKED_MS);
    expect(meter.stalledMs()).toBeGreaterThanOrEqual(during);
    meter.stop();
  });

  test.each([
    ['timeout', 10_000, 0, false],
    ['timeout', 10_000, 2_400, false],
    ['timeout', 10_000, 2_500, true],
    ['connect-timeout', 3_000, 2_000, true],
    ['refused', 3_000, 3_000, false],
  ])('%s after %d ms, stalled for %d ms: own fault %s', (error, ms, stalledMs, own) => {
    expect(isLocalTimeout(error, ms, stalledMs)).toBe(own);
  });
});
