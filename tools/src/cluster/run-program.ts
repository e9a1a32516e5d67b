import { spawn } from 'node:child_process';

/** Captured output of each program, in characters; the end of a longer one. */
const MAX_OUTPUT = 4_000_000;

/** How to run a program. */
export interface ProgramOptions {
  readonly timeoutMs: number;
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** How a program ended. */
export interface ProgramResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** Both streams, for messages. */
  readonly output: string;
}

/** Runs a program and returns its result; ends it after `timeoutMs`. Never throws. */
export function tryProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    const timer = setTimeout(() => {
      output += `\nended after ${options.timeoutMs} ms`;
      child.kill('SIGKILL');
    }, options.timeoutMs);
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout = (stdout + chunk).slice(-MAX_OUTPUT);
      output = (output + chunk).slice(-MAX_OUTPUT);
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-MAX_OUTPUT);
    });
    const finish = (ok: boolean): void => {
      clearTimeout(timer);
      resolve({ ok, stdout, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
    // A program that does not read its input ends with an error of its own.
    child.stdin?.on('error', () => undefined).end(options.input);
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
