import { spawn, type ChildProcess } from 'node:child_process';
import { listDescendants } from './descendants';

/** Captured output of each program, in characters; the end of a longer one. */
const MAX_OUTPUT = 16_000_000;

/** A program that prints nothing for so long makes no progress, even on a slow machine. */
export const QUIET_MS = 10 * 60_000;

/** Commands of a program that was ended that are printed, and characters of each. */
const MAX_COMMANDS = 10;
const MAX_LINE = 400;

/** How to run a program. */
export interface ProgramOptions {
  /** Longest run. Without it, only a program that prints nothing for `QUIET_MS` is ended. */
  readonly timeoutMs?: number;
  /** Longest time between two outputs; ten minutes. */
  readonly quietMs?: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input?: string;
  /** Prints the output immediately too. */
  readonly live?: boolean;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface ProgramResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** Both streams, for messages. */
  readonly output: string;
  /** It was ended after a time limit; `output` says which, and what still ran. */
  readonly timedOut: boolean;
}

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(kill));

/** Ends a program and all that it started. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  // The first is its process group, for machines without `ps`.
  for (const target of [-pid, ...listDescendants(pid).map((one) => one.pid)])
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
}

/**
 * Runs a program and returns its result. Ends it when this process exits, after `timeoutMs`, and if it prints nothing
 * for `quietMs`. Never throws.
 */
export function tryProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const { timeoutMs, quietMs = QUIET_MS, cwd, env = process.env, input, live = false, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let [stdout, output, timedOut] = ['', '', false];
    const end = (): void => kill(child);
    const endWith = (reason: string) => () => {
      timedOut = true;
      const commands = child.pid === undefined ? [] : listDescendants(child.pid).map(({ command: name }) => name);
      const ended = `\n${[command.split('/').at(-1), ...args].slice(0, 6).join(' ')} was ended: ${reason}`;
      output += [ended, ...(commands.length > 0 ? ['It waited for:', ...commands.slice(-MAX_COMMANDS)] : [])]
        .map((line) => line.slice(0, MAX_LINE))
        .join('\n  ');
      end();
    };
    running.add(child);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(endWith(`not done after ${timeoutMs} ms`), timeoutMs);
    const quiet = setTimeout(endWith(`it printed nothing for ${quietMs / 1000} s`), quietMs);
    signal?.addEventListener('abort', end, { once: true });
    const read = (stream: NodeJS.ReadableStream | null, print: NodeJS.WriteStream, keep: (chunk: string) => void) =>
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        quiet.refresh();
        keep(chunk);
        output = (output + chunk).slice(-MAX_OUTPUT);
        if (live) print.write(chunk);
      });
    read(child.stdout, process.stdout, (chunk) => (stdout = (stdout + chunk).slice(-MAX_OUTPUT)));
    read(child.stderr, process.stderr, () => undefined);
    const finish = (ok: boolean): void => {
      clearTimeout(timer);
      clearTimeout(quiet);
      running.delete(child);
      signal?.removeEventListener('abort', end);
      resolve({ ok, stdout, output, timedOut });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
    // A program that does not read its input ends with an error of its own.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** Runs a program and returns its standard output. Throws with the end of its output if it fails. */
export async function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { ok, stdout, output } = await tryProgram(command, args, options);
  if (!ok)
    throw new Error(
      `${command.split('/').at(-1)} ${args.slice(0, 6).join(' ')} failed:\n${output.slice(-2_000).trim()}`,
    );
  return stdout;
}
