import { spawn } from 'node:child_process';

/** How a command ended. */
export interface CommandResult {
  readonly ok: boolean;
  /** The captured output. */
  readonly output: string;
  /** Message of a command that was ended after its time limit. */
  readonly timedOut: boolean;
}

/** How to run a command. */
export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Prints the output immediately instead of capturing it. */
  readonly live?: boolean;
  /** Ends the command. */
  readonly signal: AbortSignal;
}

/** Runs a command in a process group of its own, so that all that it started ends with it. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { cwd, env = process.env, timeoutMs, live = false, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let output = '';
    let timedOut = false;
    const end = (): void => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It ended meanwhile.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeoutMs);
    signal.addEventListener('abort', end, { once: true });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const finish = (ok: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve({ ok, output, timedOut });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}
