import { readFileSync } from 'node:fs';

/** Linux counts CPU time for user space in hundredths of a second on every architecture. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process in MB (of 1,048,576 bytes); undefined where /proc does not say. */
export function readRss(pid: number): number | undefined {
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined;
  }
}

/** CPU time that a process has used so far, user and system, in seconds. */
function readCpuSeconds(pid: number): number | undefined {
  try {
    return parseCpuSeconds(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** Reads a line of /proc/<pid>/stat. The command in brackets may itself hold blanks and brackets. */
export function parseCpuSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Memory of each process, as first, highest and last seen, in MB. */
export interface MemoryRow {
  readonly name: string;
  readonly first: number;
  readonly highest: number;
  readonly last: number;
}

/** Samples memory every 500 ms. `pids` is read each time because a restarted process has a new id. */
export function watchMemory(pids: () => Readonly<Record<string, number>>) {
  const rows = new Map<string, MemoryRow>();
  const look = (): void => {
    for (const [name, pid] of Object.entries(pids())) {
      const now = readRss(pid);
      if (now === undefined) continue;
      const row = rows.get(name);
      rows.set(name, { name, first: row?.first ?? now, highest: Math.max(row?.highest ?? 0, now), last: now });
    }
  };
  look();
  const timer = setInterval(look, 500);
  return {
    stop(): MemoryRow[] {
      clearInterval(timer);
      look();
      return [...rows.values()];
    },
  };
}

/** CPU seconds used so far by process name, without processes that have ended. */
export type CpuReading = ReadonlyMap<string, number>;

export function readCpu(pids: Readonly<Record<string, number>>): CpuReading {
  return new Map(
    Object.entries(pids).flatMap(([name, pid]) => {
      const cpu = readCpuSeconds(pid);
      return cpu === undefined ? [] : [[name, cpu] as const];
    }),
  );
}

/** CPU seconds used between two readings, without processes that restarted. */
export function cpuBetween(before: CpuReading, after: CpuReading): Record<string, number> {
  return Object.fromEntries(
    [...after]
      .map(([name, cpu]) => [name, cpu - (before.get(name) ?? Number.NaN)] as const)
      .filter(([, used]) => used >= 0),
  );
}
