import type { Metrics } from './metrics';

/** The time between two looks at the clock, ms. */
const RESOLUTION_MS = 20;
const UNIT_RUNS = 5;
/** The unit is measured again after this time, ms. */
const UNIT_FRESH_MS = 60_000;

/** A body of about 256 kB, as JSON. */
const createUnitBody = (): string => {
  const entry = { id: 1, name: 'x'.repeat(40), tags: ['a', 'b'], address: { street: '1 Main St', code: '78701' } };
  const count = Math.floor(262_144 / (JSON.stringify(entry).length + 1));
  return JSON.stringify(Array.from({ length: count }, () => entry));
};

/** The median time of JSON.parse of a body of 256 kB, ms: what work costs in this process on this machine. */
const measureUnitMs = (): number => {
  const body = createUnitBody();
  const times = Array.from({ length: UNIT_RUNS }, () => {
    const began = performance.now();
    JSON.parse(body);
    return performance.now() - began;
  });
  return times.toSorted((one, other) => one - other)[Math.floor(UNIT_RUNS / 2)]!;
};

const MICROSECONDS_PER_MS = 1_000;

const readThreadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
};

/**
 * Adds three gauges: the longest stall of the event loop since the last scrape, the most CPU time of its thread in one
 * stall, and the time of JSON.parse of 256 kB, to which a stall on a slow machine is compared. On a busy machine a
 * stall includes the wait for a core; its CPU time does not. Call it once in a process. Returns what ends the measure.
 */
export const watchEventLoop = (metrics: Metrics): (() => void) => {
  // Not monitorEventLoopDelay: after a reset it misses a stall that begins before its next look.
  let last = performance.now();
  let lastCpuMs = readThreadCpuMs();
  let longestMs = 0;
  let longestCpuMs = 0;
  const look = (): void => {
    const now = performance.now();
    const cpuMs = readThreadCpuMs();
    longestMs = Math.max(longestMs, now - last - RESOLUTION_MS);
    longestCpuMs = Math.max(longestCpuMs, cpuMs - lastCpuMs);
    last = now;
    lastCpuMs = cpuMs;
  };
  const timer = setInterval(look, RESOLUTION_MS).unref();
  let unit: { readonly ms: number; readonly at: number } | undefined;
  metrics.gauge('event_loop_stall_seconds', 'Longest stall of the event loop since the last scrape.', [], () => {
    look();
    const seconds = longestMs / 1_000;
    longestMs = 0;
    return seconds;
  });
  metrics.gauge('event_loop_stall_cpu_seconds', 'Most CPU time of one stall since the last scrape.', [], () => {
    look();
    const seconds = longestCpuMs / 1_000;
    longestCpuMs = 0;
    return seconds;
  });
  metrics.gauge('json_parse_seconds', 'Median time of JSON.parse of a body of 256 kB in this process.', [], () => {
    const now = performance.now();
    if (!unit || now - unit.at > UNIT_FRESH_MS) unit = { ms: measureUnitMs(), at: now };
    return unit.ms / 1_000;
  });
  return () => clearInterval(timer);
};
