import { existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SHOWN_LINES = 8;
const ROTATE_AT_BYTES = 20_000_000;

/** The log of one process in a data folder. */
export interface LogFile {
  readonly path: string;
  /** Opens it for appending and answers the descriptor, which the caller closes. A long log is put aside first. */
  open(): number;
  /** Why it ended, for a person: the last fatal line in short, else the last lines as they are. */
  lastWords(): string;
}

/** The log of a process. Each start of the launcher begins a new one and keeps the one before as `.1`. */
export function logFile(folder: string, name: string): LogFile {
  const path = join(folder, `${name}.log`);
  const putAside = (): void => renameSync(path, `${path}.1`);
  if (existsSync(path) && statSync(path).size > 0) putAside();
  return {
    path,
    open() {
      if (existsSync(path) && statSync(path).size > ROTATE_AT_BYTES) putAside();
      return openSync(path, 'a');
    },
    lastWords() {
      if (!existsSync(path)) return '';
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      const fatal = lines.findLast((line) => line.includes('"level":"fatal"'));
      return fatal ? shortened(fatal) : lines.slice(-SHOWN_LINES).join('\n');
    },
  };
}

/** Message, error and problems of a JSON log line; the line itself where it is none. */
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
