import { fork, type ChildProcess } from 'node:child_process';
import { runAutocannon } from './autocannon-role';
import { startBare, type BareOptions } from './bare';
import { childReply } from './child-reply';
import type { LoadResult, LoadScenario } from './load';
import { startQueueBaseline, type QueueBaselineOptions } from './deliveries/queue-baseline';
import { startOidcBaseline, type OidcBaselineOptions, type OidcBaselineReady } from './parts/oidc-baseline';

/** Roles of this program when it starts itself as a child process. */
export const ROLES = ['bare', 'oidc', 'queue', 'autocannon'] as const;
export type Role = (typeof ROLES)[number];

/** Runs a child role: receives its task and replies by message, and ends with its parent. */
export function playRole(role: Role): void {
  process.once('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole process group; the parent ends its children in order.
  process.on('SIGINT', () => undefined);
  process.once('message', (task) => {
    const done: Promise<unknown> = role === 'autocannon' ? runAutocannon(task as LoadScenario) : serveAs(role, task);
    done.then(
      (value) => process.send!({ value }),
      (error: Error) => process.send!({ error: error.message }),
    );
  });
}

const serveAs = (role: Exclude<Role, 'autocannon'>, task: unknown): Promise<unknown> => {
  if (role === 'bare') return serve(startBare(task as BareOptions));
  return role === 'oidc'
    ? serve(startOidcBaseline(task as OidcBaselineOptions))
    : serve(startQueueBaseline(task as QueueBaselineOptions));
};

/** Serves until the next message. Replies with the data that the parent needs. */
async function serve<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<Omit<T, 'stop'>> {
  const { stop, ...ready } = await starting;
  process.once('message', () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  return ready;
}

/** Asks a child for one reply, no longer than `timeoutMs`. */
async function ask<T>(child: ChildProcess, task: object, timeoutMs: number, signal: AbortSignal): Promise<T> {
  const reply = childReply<{ value: T; error?: string }>(child, timeoutMs, signal);
  child.send(task);
  const { value, error } = await reply;
  if (error !== undefined) throw new Error(error);
  return value;
}

const start = (role: Role): ChildProcess =>
  fork(process.argv[1]!, [role], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

/** Sends a scenario with autocannon from its own process. */
export async function sendByAutocannon(scenario: LoadScenario, signal: AbortSignal): Promise<LoadResult> {
  const child = start('autocannon');
  try {
    return await ask<LoadResult>(child, scenario, ((scenario.seconds ?? 60) + 30) * 1000, signal);
  } finally {
    child.kill('SIGKILL');
  }
}

export interface BareProcess {
  readonly origin: string;
  readonly pid: number;
  /** Drops the database and ends the process; kills it after 5 s. */
  stop(): Promise<void>;
}

/** Starts a serving role in its own process. `stop` ends it in order and kills it after 5 s. */
async function startServing<T>(
  role: Role,
  options: object,
  signal: AbortSignal,
): Promise<T & { readonly pid: number; stop(): Promise<void> }> {
  const child = start(role);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const ready = await ask<T>(child, options, 60_000, signal);
    return {
      ...ready,
      pid: child.pid!,
      async stop() {
        if (child.connected) child.send('stop');
        const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
        await ended;
        clearTimeout(force);
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Starts the bare handler in its own process. */
export async function startBareProcess(options: BareOptions, signal: AbortSignal): Promise<BareProcess> {
  const { port, pid, stop } = await startServing<{ port: number }>('bare', options, signal);
  return { origin: `https://localhost:${port}`, pid, stop };
}

/** Starts oidc-provider in its own process. */
export const startOidcProcess = (
  options: OidcBaselineOptions,
  signal: AbortSignal,
): Promise<OidcBaselineReady & { readonly pid: number; stop(): Promise<void> }> =>
  startServing<OidcBaselineReady>('oidc', options, signal);

/** Starts BullMQ with Redis in its own process; draining starts at once. */
export const startQueueProcess = (
  options: QueueBaselineOptions,
  signal: AbortSignal,
): Promise<{ stop(): Promise<void> }> => startServing<object>('queue', options, signal);
