import { eventually } from '@porchlight/testkit';
import { existsSync, readFileSync } from 'node:fs';
import { readConnection } from '../src/stack-connection';
import { isReady } from '../src/is-ready';

// Start, stop and memory limits that deploy/README.md states. Linux only.
const STOP_MS = 5_000;
const READY_MS = 2_000;
const ALL_RSS_MB = 1_200;
const TICKS_PER_SECOND = 100;
const WITHIN = { timeoutMs: 60_000, intervalMs: 20 };

/**
 * Milliseconds since the start of a process, minus the time in which it waited for a CPU: the value on an idle machine.
 */
const ownMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const began = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / TICKS_PER_SECOND;
  const now = Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]);
  const waited = Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e9;
  return (now - began - waited) * 1_000;
};

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;

it.each(Object.keys(readConnection().operations))(
  'given SIGTERM, then %s stops within 5 s and its replacement is ready within 2 s of its own time',
  async (service) => {
    const before = readConnection();
    const pid = before.pids[service]!;
    const since = performance.now();
    process.kill(pid, 'SIGTERM');
    await eventually(() => expect(existsSync(`/proc/${pid}`)).toBe(false), WITHIN);
    expect(performance.now() - since).toBeLessThan(STOP_MS);
    await eventually(async () => {
      expect(readConnection().pids[service]).not.toBe(pid);
      expect(await isReady(`${before.operations[service]}/readyz`)).toBe(true);
    }, WITHIN);
    expect(ownMs(readConnection().pids[service]!)).toBeLessThan(READY_MS);
  },
  150_000,
);

it('all processes except the broker use less than 1.2 GB after the start', () => {
  const held = Object.entries(readConnection().pids)
    .filter(([name]) => name !== 'kafka')
    .map(([, pid]) => residentMb(pid));
  expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThan(ALL_RSS_MB);
});
