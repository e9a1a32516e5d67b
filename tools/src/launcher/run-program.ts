import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Captured output of each program, in characters; the end of a longer one. */
const MAX_OUTPUT = 16_000_000;

/** How to run a program. */
export interface ProgramOptions {
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input?: string;
  /** Prints the output immediately instead of capturing it. */
  readonly live?: boolean;
  /** Runs when processes of normal priority leave a CPU idle. */
  readonly isBackground?: boolean;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface ProgramResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** Both streams, for messages. */
  readonly output: string;
  /** It was ended after its time limit. */
  readonly timedOut: boolean;
}

const LOWEST_PRIORITY = 19;
const IDLE_OPTIONS = ['--idle', '0'];

let idlePolicy: readonly string[] | undefined;
/**
 * The start of a command line under the policy SCHED_IDLE: any other process that becomes ready gets the CPU at once.
 * Empty where the system does not offer it.
 */
const findIdlePolicy = (): readonly string[] => {
  const isOffered = (): boolean => spawnSync('chrt', [...IDLE_OPTIONS, 'true'], { timeout: 5_000 }).status === 0;
  return (idlePolicy ??= isOffered() ? ['chrt', ...IDLE_OPTIONS] : []);
};

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(kill));

/** Each program has a process group, so that all that it started ends with it. */
function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** Sets the niceness (0 to 19) of a process and of its session. Processes that it starts inherit it. */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
    // Linux applies that within a session; this file has the niceness of the session.
    const session = `/proc/${pid}/autogroup`;
    if (existsSync(session)) writeFileSync(session, String(niceness));
  } catch {
    // It ended meanwhile.
  }
}

/** Runs a program and returns its result; ends it after `timeoutMs` and at the exit of this process. Never throws. */
export function tryProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const { timeoutMs, cwd, env = process.env, input, live = false, isBackground = false, signal } = options;
  return new Promise((resolve) => {
    const out = live ? 'inherit' : 'pipe';
    const [program, ...all] = [...(isBackground ? findIdlePolicy() : []), command, ...args] as [string, ...string[]];
    const child = spawn(program, all, {
      cwd,
      env,
      detached: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', out, out],
    });
    let [stdout, output, timedOut] = ['', '', false];
    const end = (): void => kill(child);
    running.add(child);
    if (isBackground && child.pid !== undefined) lowerPriority(child.pid, LOWEST_PRIORITY);
    const timer = setTimeout(() => {
      timedOut = true;
      output += `\nended after ${timeoutMs} ms`;
      end();
    }, timeoutMs);
    signal?.addEventListener('abort', end, { once: true });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout = (stdout + chunk).slice(-MAX_OUTPUT);
      output = (output + chunk).slice(-MAX_OUTPUT);
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-MAX_OUTPUT)));
    const finish = (ok: boolean): void => {
      clearTimeout(timer);
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
