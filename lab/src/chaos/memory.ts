import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES } from '@porchlight/contracts';
import { readRss, watchMemory } from '../processes';
import { hasGrown } from './ledger';
import type { StackUnderTest } from './stack-under-test';

/** Resident memory by process, MB. */
type Memory = ReadonlyMap<string, number>;

const READ_MS = 1_000;
/** A heap releases pages some time after the load ends. */
const RETURN_MS = 30_000;

/** Highest memory of the services while `load` runs. */
export async function measureMemory(stack: StackUnderTest, load: () => Promise<void>): Promise<Memory> {
  const watch = watchMemory(() => Object.fromEntries(SERVICES.map((name) => [name, stack.pid(name)])));
  await load();
  return new Map(watch.stop().map(({ name, highest }) => [name, highest]));
}

/** Waits up to 30 s, longer on a slow machine, until memory is near the earlier reading. Returns the last reading. */
export async function untilMemoryIsBack(
  stack: StackUnderTest,
  before: Memory,
  slowdown: number,
  signal: AbortSignal,
): Promise<Memory> {
  for (const end = Date.now() + RETURN_MS * slowdown; ; await sleep(READ_MS)) {
    const now = new Map([...before.keys()].map((name) => [name, readRss(stack.pid(name)) ?? Number.NaN]));
    const grown = [...now].some(([name, after]) => hasGrown({ before: before.get(name)!, after }));
    if (!grown || Date.now() > end || signal.aborted) return now;
  }
}
