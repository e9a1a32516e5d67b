import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { loadConfig, mongodbUri } from '@porchlight/runtime';
import { eventually } from './eventually';
import { fetchDatabase, findProgram } from './fetch-database';
import { freePort } from './free-port';

export interface TestDatabase {
  /** Connection string with this database name. */
  uri(databaseName: string): string;
  /** Stops the server and removes its data; does nothing for the server of TEST_MONGODB_URI. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL. Fails for the server of TEST_MONGODB_URI: see `owned`. */
  kill9(): Promise<void>;
  /** Starts the server again with its data, at the same address, after `kill9`. */
  restart(): Promise<void>;
  /** False for the server of TEST_MONGODB_URI, which tests must not kill. */
  readonly owned: boolean;
  readonly pid: number | undefined;
}

const schema = z.object({ TEST_MONGODB_URI: mongodbUri().optional(), PATH: z.string().prefault('/usr/bin:/bin') });

interface Program {
  readonly file: string;
  args(port: number, data: string): string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly query: string;
}

/**
 * A MongoDB for tests: the server of TEST_MONGODB_URI, else `mongod` on the PATH, else the embedded development server.
 * A started server has a free port and a temporary folder and ends with this process.
 */
export const startDatabase = async (): Promise<TestDatabase> => {
  const { TEST_MONGODB_URI: given, PATH } = loadConfig(schema);
  if (given) return givenDatabase(given);

  const program = await chooseProgram(PATH);
  const setpriv = await findProgram('setpriv', PATH);
  const data = await mkdtemp(join(tmpdir(), 'porchlight-db-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let stopped = false;

  const start = async (): Promise<void> => {
    // A test that timed out may reach this line after its clean-up.
    if (stopped) throw new Error('The database was stopped for good.');
    const command = [program.file, ...program.args(port, data)];
    // The kernel ends the server when this process ends, also by SIGKILL.
    if (setpriv) command.unshift(setpriv, '--pdeathsig', 'KILL', '--');
    const started = spawn(command[0] as string, command.slice(1), {
      env: { ...process.env, ...program.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    started.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-2_000)));
    child = started;
    await eventually(
      async () => {
        if (hasEnded(started)) return;
        await tryConnect(port);
      },
      { timeoutMs: 20_000, intervalMs: 10 },
    ).catch(async (error: unknown) => {
      await end('SIGKILL');
      throw error;
    });
    if (hasEnded(started)) throw new Error(`The database ended by itself: ${said || started.signalCode}`);
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (!running || hasEnded(running)) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    const timer = setTimeout(() => running.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
  };

  await start();
  return {
    uri: (databaseName) => `mongodb://127.0.0.1:${port}/${databaseName}?${program.query}`,
    async stop() {
      stopped = true;
      // The data is deleted too, so a clean shutdown is not necessary.
      await end('SIGKILL');
      await rm(data, { recursive: true, force: true, maxRetries: 3 });
    },
    kill9: () => end('SIGKILL'),
    restart: start,
    owned: true,
    get pid() {
      return child?.pid;
    },
  };
};

const givenDatabase = (uri: string): TestDatabase => {
  const foreign = async (): Promise<void> => {
    throw new Error('The database of TEST_MONGODB_URI is not ours to kill or start.');
  };
  return {
    uri: (name) => withDatabaseName(uri, name),
    stop: async () => undefined,
    kill9: foreign,
    restart: foreign,
    owned: false,
    pid: undefined,
  };
};

/** Sets the database name of a connection string, which may already have a name or options. */
export const withDatabaseName = (uri: string, databaseName: string): string => {
  const [address = '', query] = uri.split('?', 2);
  const hosts = /^[a-z+]+:\/\/[^/]+/.exec(address)?.[0] ?? address;
  return `${hosts}/${databaseName}${query ? `?${query}` : ''}`;
};

const chooseProgram = async (path: string): Promise<Program> => {
  const mongod = await findProgram('mongod', path);
  if (mongod) {
    return {
      file: mongod,
      args: (port, data) => ['--bind_ip', '127.0.0.1', '--port', `${port}`, '--dbpath', data, '--quiet'],
      query: 'retryWrites=false&directConnection=true',
    };
  }
  return {
    file: (await findProgram('secantusd-rs', path)) ?? (await fetchDatabase()),
    // Without --sync-on-commit a kill loses acknowledged writes. A smaller cache can livelock index builds. With the
    // default log files of 2 GB a restart takes 3 to 10 s instead of 0.3 s.
    args: (port, data) => [
      '--host',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--storage-path',
      data,
      '--sync-on-commit',
      '--cache-size',
      '2G',
      '--log-file-max',
      '128MB',
    ],
    // The oplog is not used. Above 100,000 entries the server scans all of them at every thousandth write.
    env: { SECANTUS_DISABLE_OPLOG: '1' },
    query: 'replicaSet=secantus&retryWrites=false&directConnection=true',
  };
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const tryConnect = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
