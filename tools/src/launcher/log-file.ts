import { existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SHOWN_LINES = 8;
const ROTATE_AT_BYTES = 20_000_000;

/** The log of one process in a data folder. */
export type LogFile = Readonly<ReturnType<typeof logFile>>;

/** The log of a process. Each start of the launcher begins a new one and renames the previous one to `.1`. */
export function logFile(folder: string, name: string) {
  const path = join(folder, `${name}.log`);
  const putAside = (): void => renameSync(path, `${path}.1`);
  if (existsSync(path) && statSync(path).size > 0) putAside();
  return {
    path,
    /** Opens the log for appending and returns the descriptor, which the caller closes. A long log is renamed first. */
    open(): number {
      if (existsSync(path) && statSync(path).size > ROTATE_AT_BYTES) putAside();
      return openSync(path, 'a');
    },
    /** Number of lines that match. */
    countLines(pattern: RegExp): number {
      if (!existsSync(path)) return 0;
      return readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line)).length;
    },
    /** The reason for the end: the last fatal line in short, else the last lines. */
    lastWords(): string {
      if (!existsSync(path)) return '';
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      const fatal = lines.findLast((line) => line.includes('"level":"fatal"'));
      return fatal ? shortened(fatal) : lines.slice(-SHOWN_LINES).join('\n');
    },
  };
}

/** Message, error and problems of a JSON log line; other lines unchanged. */
function shortened(line: string): string {
  try {
    const { msg, err, problems } = JSON.parse(line) as {
      msg?: string;
      err?: { message?: string };
      problems?: readonly unknown[];
    };
    return [msg, err?.message, ...(problems ?? []).map((problem) => JSON.stringify(problem))]
      .filter(Boolean)
      .join('\n');
  } catch {
    return line;
  }
}
