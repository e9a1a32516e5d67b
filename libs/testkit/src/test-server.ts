import { spawn, type ChildProcess } from 'node:child_process';
import { access, constants, open, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from './eventually';

/** A server that tests can stop, kill and start again. */
export interface TestServer {
  /** Stops the server and removes its data; does nothing for a server that the environment names. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL. Fails for a server that the environment names: see `owned`. */
  kill9(): Promise<void>;
  /** Starts the server again with its data, at the same address, after `kill9`. */
  restart(): Promise<void>;
  /** False for a server that the environment names, which tests must not kill. */
  readonly owned: boolean;
  readonly pid: number | undefined;
}

/** The server that this environment variable names. */
export const foreignServer = (variable: string): TestServer => {
  const refuse = (): Promise<never> =>
    Promise.reject(new Error(`The server of ${variable} is not ours to kill or start.`));
  return { stop: async () => undefined, kill9: refuse, restart: refuse, owned: false, pid: undefined };
};

/** Searches the directories of a PATH for a program. */
export const findProgram = async (name: string, path: string): Promise<string | undefined> => {
  for (const directory of path.split(':').filter(Boolean)) {
    const file = join(directory, name);
    if (await isAccessible(file, constants.X_OK)) return file;
  }
  return undefined;
};

export const isAccessible = (file: string, mode = constants.F_OK): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );

/** Starts a program that writes its errors to a file. The kernel ends it when this process ends, also by SIGKILL. */
export const spawnLogged = async (
  command: readonly string[],
  log: string,
  { path, env }: { readonly path: string; readonly env?: Readonly<Record<string, string>> | undefined },
): Promise<ChildProcess> => {
  const setpriv = await findProgram('setpriv', path);
  const [file, ...args] = [...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []), ...command];
  const output = await open(log, 'a');
  try {
    return spawn(file!, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', output.fd] });
  } finally {
    await output.close();
  }
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Resolves when the process has ended. */
export const waitForEnd = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    if (hasEnded(child)) return resolve();
    child.once('exit', () => resolve());
    child.once('error', reject);
  });

/** Ends a process; kills it after 10 s. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await waitForEnd(child);
  clearTimeout(timer);
};

/** Connects to a port of this machine once. */
export const tryConnect = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** Resolves when the process accepts connections, or has ended. */
export const waitUntilReady = (
  child: ChildProcess,
  tryConnect: () => Promise<void>,
  timeoutMs: number,
): Promise<void> => eventually(async () => (hasEnded(child) ? undefined : tryConnect()), { timeoutMs });

export const readTail = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).slice(-2_000);

/** A server in a process of its own. */
interface ServerProcess {
  readonly name: string;
  /** Folder of its files, which is removed at the end. */
  readonly folder: string;
  readonly log: string;
  readonly timeoutMs: number;
  spawn(): Promise<ChildProcess>;
  tryConnect(): Promise<void>;
}

/** Starts a server and waits until it accepts connections. */
export const startServer = async (server: ServerProcess): Promise<TestServer> => {
  const { name, folder, log, timeoutMs, tryConnect } = server;
  let child: ChildProcess | undefined;
  let stopped = false;
  const kill9 = async (): Promise<void> => {
    if (child) await endProcess(child, 'SIGKILL');
  };
  const start = async (): Promise<void> => {
    // A test that timed out may reach this line after its clean-up.
    if (stopped) throw new Error(`${name} was stopped for good.`);
    child = await server.spawn();
    try {
      await waitUntilReady(child, tryConnect, timeoutMs);
    } catch (error) {
      await kill9();
      throw error;
    }
    if (hasEnded(child)) throw new Error(`${name} ended by itself: ${(await readTail(log)) || child.signalCode}`);
  };
  const stop = async (): Promise<void> => {
    stopped = true;
    // The data is deleted too, so a clean shutdown is not necessary.
    await kill9();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    stop,
    kill9,
    restart: start,
    owned: true,
    get pid() {
      return child?.pid;
    },
  };
};
