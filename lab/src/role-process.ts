import { fork } from 'node:child_process';

/** A part of a program in a process of its own, so that its work is not measured, or so that it can be stopped. */
export interface RoleProcess {
  readonly pid: number;
  /** Sends an order and resolves with its result. One order at a time. */
  ask<T>(order: object, options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal }): Promise<T>;
  /** Sends an order that has no result. */
  send(order: object): void;
  /** Resolves when the process has ended; after `graceMs` it is killed. */
  stop(graceMs?: number): Promise<void>;
}

type Message = { result: unknown } | { error: string } | { event: unknown };

/** Starts `program` with the name of a role as its argument. `onEvent` gets what the role reports between results. */
export const startRole = (program: string, role: string, onEvent?: (event: any) => void): RoleProcess => {
  const child = fork(program, [role], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // The listener stays: an unhandled error event would end this process.
  child.on('error', () => undefined);
  if (onEvent) child.on('message', (message: Message) => void ('event' in message && onEvent(message.event)));
  return {
    pid: child.pid!,
    ask: <T>(order: object, { timeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
      new Promise<T>((resolve, reject) => {
        const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
        const stop = AbortSignal.any([signal, timeout].filter((one) => one !== undefined));
        const settle = (end: () => void): void => {
          stop.removeEventListener('abort', onAbort);
          child.off('message', onMessage).off('disconnect', onEnd);
          end();
        };
        const onAbort = (): void =>
          settle(() =>
            reject(new Error(signal?.aborted ? 'It was stopped.' : `The process '${role}' did not respond in time.`)),
          );
        // The channel closes after its last message, also when the process has already ended.
        const onEnd = (): void => settle(() => reject(new Error(`The process '${role}' ended.`)));
        const onMessage = (message: Message): void => {
          if ('result' in message) settle(() => resolve(message.result as T));
          if ('error' in message) settle(() => reject(new Error(message.error)));
        };
        if (stop.aborted) return onAbort();
        if (!child.connected) return onEnd();
        stop.addEventListener('abort', onAbort, { once: true });
        child.on('message', onMessage).once('disconnect', onEnd);
        child.send(order);
      }),
    send: (order) => void (child.connected && child.send(order)),
    async stop(graceMs = 0) {
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(kill);
    },
  };
};

/** Handlers by the name of a role. A handler that returns undefined as its promise has no result. */
export type Roles = Readonly<Record<string, (order: any, report: (event: unknown) => void) => Promise<unknown> | void>>;

/** Plays the role that the command line names, until the parent process ends. Returns false if it names none. */
export const playRole = (roles: Roles): boolean => {
  const handle = roles[process.argv[2] ?? ''];
  if (!handle) return false;
  const reply = (message: Message): void => void process.send?.(message);
  process.once('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole process group; the parent ends its children in order.
  process.on('SIGINT', () => undefined);
  process.on('message', (order) => {
    handle(order, (event) => reply({ event }))?.then(
      // A message is JSON, which omits undefined.
      (result) => reply({ result: result ?? null }),
      (error: unknown) => reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  return true;
};
