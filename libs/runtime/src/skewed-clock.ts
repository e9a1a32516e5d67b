import { readFileSync } from 'node:fs';
import { startStopwatch, systemClock, type Clock } from './clock';

const READ_EVERY_MS = 250;

/**
 * A clock with an offset from a file, for tests that skew one service (npm run chaos): JSON of milliseconds by service,
 * such as {"notifier": 7200000}. The file is read repeatedly, so that the clock jumps while the process runs; an
 * unreadable file means 0.
 */
export const createSkewedClock = (
  file: string,
  service: string,
  base: Clock = systemClock,
  readEveryMs = READ_EVERY_MS,
): Clock => {
  const elapsed = startStopwatch();
  let readAt = -Infinity;
  let offset = 0;
  const now = (): number => {
    const at = elapsed();
    if (at - readAt >= readEveryMs) {
      readAt = at;
      offset = readOffset(file, service);
    }
    return base.now() + offset;
  };
  return { now, date: () => new Date(now()) };
};

const readOffset = (file: string, service: string): number => {
  try {
    const offset = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)[service];
    return Number.isFinite(offset) ? (offset as number) : 0;
  } catch {
    return 0;
  }
};
