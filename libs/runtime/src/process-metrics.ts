import { readdir } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from './prometheus';

/**
 * Adds process metrics with their usual names. Not prom-client's own set, which runs a 10 ms timer and an observer of
 * garbage collection; these use no CPU between scrapes.
 */
export const addProcessMetrics = (registry: Registry): void => {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  };

  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time spent, in seconds.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const startedAt = Date.now() / 1000 - process.uptime();
  gauge('process_start_time_seconds', 'Start of the process, seconds since the epoch.', () => startedAt);
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('process_open_fds', 'Open file descriptors; NaN where the system does not tell.', countDescriptors);
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory of native objects bound to the heap.',
    () => process.memoryUsage().external,
  );
  gauge(
    'nodejs_active_resources',
    'Timers, sockets and the like that keep the process alive.',
    () => process.getActiveResourcesInfo().length,
  );

  let last = performance.eventLoopUtilization();
  gauge(
    'nodejs_eventloop_utilization',
    'Share of time since the last scrape that the event loop was busy, 0 to 1.',
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  );
  gauge('nodejs_eventloop_lag_seconds', 'How late one turn of the event loop is, measured at the scrape.', measureLag);
};

const countDescriptors = async (): Promise<number> => {
  try {
    return (await readdir('/proc/self/fd')).length;
  } catch {
    return Number.NaN;
  }
};

const measureLag = (): Promise<number> => {
  const started = performance.now();
  return new Promise((resolve) => setImmediate(() => resolve((performance.now() - started) / 1000)));
};
