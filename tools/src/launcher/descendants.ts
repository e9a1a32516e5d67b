import { execFileSync } from 'node:child_process';

/** A running process. */
interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * The processes that a process started, direct and indirect, each before those that it started. They may be in other
 * process groups and sessions: nx gives each task a terminal of its own. Empty if this machine has no `ps`.
 */
export function listDescendants(pid: number): RunningProcess[] {
  const children = Map.groupBy(readProcesses(), ({ parent }) => parent);
  const list = (id: number): RunningProcess[] =>
    (children.get(id) ?? []).flatMap((child) => [child, ...list(child.pid)]);
  return list(pid);
}

function readProcesses(): RunningProcess[] {
  try {
    const lines = execFileSync('ps', ['-Ao', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 64_000_000 });
    return lines.split('\n').flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
  } catch {
    return [];
  }
}
