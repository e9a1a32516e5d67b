import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, distinguishable from a later one with the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the system says it started, as opaque text. */
  readonly started: string;
}

/** Identifies a running process, or undefined when there is none (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Returns whether this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/** Sends a signal to exactly this process, never to one that has its number by now. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch {
    // It ended in between.
  }
}

function startOnLinux(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the command in brackets and may itself hold blanks and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
