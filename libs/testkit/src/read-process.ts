import { readFileSync } from 'node:fs';

/** Returns the command line and environment of a process. Linux only. */
export function readProcess(pid: number): { command: string[]; env: Record<string, string> } {
  const parts = (file: string): string[] =>
    readFileSync(`/proc/${pid}/${file}`, 'utf8')
      .split('\0')
      .filter((part) => part !== '');
  const env = Object.fromEntries(
    parts('environ').map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  return { command: parts('cmdline'), env };
}
