import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES } from '@porchlight/contracts';
import { readRss } from '../bench/processes';
import { hasGrown } from './ledger';
import type { StackUnderTest } from './stack-under-test';

/** Resident memory by process, MB. */
type Memory = ReadonlyMap<string, number>;

const READ_MS = 1_000;
/** A heap releases pages some time after the load ends. */
const RETURN_MS = 30_000;

const read = (stack: StackUnderTest): Map<string, number> =>
  new Map(
    SERVICES.filter((name) => stack.names.includes(name)).map((name) => [name, readRss(stack.pid(name)) ?? Number.NaN]),
  );

/** Highest memory of the services under the usual load, over the given ms. */
export async function measureMemory(stack: StackUnderTest, ms: number): Promise<Memory> {
  const highest = read(stack);
  for (const end = Date.now() + ms; Date.now() < end;) {
    await sleep(READ_MS);
    for (const [name, now] of read(stack)) if (now > highest.get(name)!) highest.set(name, now);
  }
  return highest;
}

/** Waits up to 30 s until memory is near the earlier reading. Returns the last reading. */
export async function untilMemoryIsBack(stack: StackUnderTest, before: Memory, signal: AbortSignal): Promise<Memory> {
  for (const end = Date.now() + RETURN_MS; ;) {
    const now = read(stack);
    if (
      ![...now].some(([name, after]) => hasGrown({ before: before.get(name)!, after })) ||
      Date.now() > end ||
      signal.aborted
    )
      return now;
    await sleep(READ_MS);
  }
}
