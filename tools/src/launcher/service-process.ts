import { join } from 'node:path';
import type { ServiceName } from '@porchlight/contracts';
import type { Supervised, ProcessEvents } from './supervised';
import { superviseProcess } from './supervise-process';
import { localGet } from './local-request';
import { logFile } from './log-file';

/**
 * Largest old generation, MB: the memory at rest plus the budgets of bytes in flight (docs/limits.md), because a parsed
 * value is larger than its text. The chart sets the same numbers (`npm test -- --only deploy`).
 */
const HEAPS_MB: Partial<Record<ServiceName, number>> = {
  gateway: 192,
  people: 160,
  deals: 160,
  marketing: 160,
  notifier: 128,
  auth: 128,
};
const DEFAULT_HEAP_MB = 96;
/** The option of Node for the heap of a service. */
export const heapOption = (name: ServiceName): string => `--max-old-space-size=${HEAPS_MB[name] ?? DEFAULT_HEAP_MB}`;
/** Measured with batches of changes: 1 MB costs twice the CPU of garbage collection, 8 MB adds 12 MB of memory. */
const YOUNG_GENERATION = '--max-semi-space-size=4';
/** By default glibc retains an arena per thread and freed memory; one arena is enough for threads that mostly wait. */
const MEMORY_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
const READY_TIMEOUT_MS = 180_000;
/** Migrations and indexes of much data may take longer than the limit of a start. */
const PROGRESS = /"event":"(migrations|index)\./u;
const STOP_TIMEOUT_MS = 15_000;

/** A supervised service process. */
export function superviseService(
  name: ServiceName,
  about: { root: string; env: NodeJS.ProcessEnv; operationsPort: number; logs: string },
  events: ProcessEvents,
): Supervised {
  return superviseProcess(
    {
      name,
      command: process.execPath,
      args: [heapOption(name), YOUNG_GENERATION, join(about.root, 'dist', 'services', name, 'main.js')],
      env: { ...about.env, ...MEMORY_ENVIRONMENT },
      log: logFile(about.logs, name),
      isReady: async () => (await localGet(`http://127.0.0.1:${about.operationsPort}/readyz`)).status === 200,
      readyTimeoutMs: READY_TIMEOUT_MS,
      progress: PROGRESS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
      // Services store no durable state in memory, so they can be killed when the launcher has died.
      deathSignal: 'KILL',
    },
    events,
  );
}
