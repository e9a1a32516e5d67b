import { existsSync } from 'node:fs';
import { cpuBetween, readCpu, readRss } from '../processes';

/** Memory of one process, MB. */
export interface MemoryRow {
  readonly name: string;
  readonly rest: number;
  readonly highest: number;
}

/** CPU time per time, in cores. */
export interface CoresUsed {
  readonly attackers: number;
  readonly stack: number;
}

const LOOK_MS = 250;

/**
 * Watches the processes of a stack: memory, restarts, CPU. `pids` is read at each look: a restarted process has a new
 * one. `onCores` gets the cores used since the last look.
 */
export const watchStack = (
  pids: () => Readonly<Record<string, number>>,
  attackers: number,
  onCores: (cores: number) => void,
) => {
  const atRest = new Map<string, number>();
  const highest = new Map<string, number>();
  const known = new Map(Object.entries(pids()));
  const ended = new Set<number>();
  let restarts: string[] = [];
  /** Counts the end of a process once, however it is noticed. */
  const countEnd = (name: string, pid: number): void => {
    if (!ended.has(pid)) restarts.push(name);
    ended.add(pid);
  };
  let cpu = readCpu({ ...pids(), attackers });
  let last = performance.now();
  let seconds = { attackers: 0, stack: 0 };
  let since = last;
  const look = (): void => {
    const now = pids();
    for (const [name, pid] of Object.entries(now)) {
      const former = known.get(name);
      if (former !== undefined && former !== pid) countEnd(name, former);
      known.set(name, pid);
      const rss = readRss(pid);
      if (rss !== undefined) highest.set(name, Math.max(highest.get(name) ?? 0, rss));
    }
    const used = readCpu({ ...now, attackers });
    const at = performance.now();
    const { attackers: generator = 0, ...own } = cpuBetween(cpu, used);
    const stack = Object.values(own).reduce((sum, one) => sum + one, 0);
    seconds = { attackers: seconds.attackers + generator, stack: seconds.stack + stack };
    if (at > last) onCores(((generator + stack) * 1_000) / (at - last));
    cpu = used;
    last = at;
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    /** Takes the memory of this moment as that at rest. */
    rest(): void {
      highest.clear();
      look();
      for (const [name, value] of highest) atRest.set(name, value);
    },
    /** Names of the processes that ended since the last call, with repetitions. */
    takeRestarts(): string[] {
      look();
      // The connection file names a process until its successor is ready.
      const gone = [...known]
        .filter(([name, pid]) => !restarts.includes(name) && !existsSync(`/proc/${pid}`))
        .map(([name]) => name);
      for (const name of gone) known.delete(name);
      const taken = [...restarts, ...gone];
      restarts = [];
      return taken;
    },
    /** Cores used by the attackers and by the stack since the last call. */
    takeCores(): CoresUsed {
      look();
      const span = Math.max(1, last - since) / 1_000;
      const cores = { attackers: seconds.attackers / span, stack: seconds.stack / span };
      seconds = { attackers: 0, stack: 0 };
      since = last;
      return cores;
    },
    memory: (): MemoryRow[] =>
      [...highest].map(([name, most]) => ({ name, rest: atRest.get(name) ?? Number.NaN, highest: most })),
    stop: () => clearInterval(timer),
  };
};
