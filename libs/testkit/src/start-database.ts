import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchDatabase } from './fetch-database';
import { freePort } from './free-port';
import { findProgram, foreignServer, spawnLogged, startServer, tryConnect, type TestServer } from './test-server';

export interface TestDatabase extends TestServer {
  /** Connection string with this database name. */
  uri(databaseName: string): string;
}

interface Program {
  /** The command line. */
  command(port: number, data: string): string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly query: string;
}

/**
 * A MongoDB for tests: the server of TEST_MONGODB_URI, else `mongod` on the PATH, else the embedded development server.
 * A started server has a free port and a temporary folder and ends with this process. Without `isDurable`, the embedded
 * server does not wait for the disk, and a kill loses writes.
 */
export const startDatabase = async ({
  isDurable = true,
}: { readonly isDurable?: boolean } = {}): Promise<TestDatabase> => {
  const { TEST_MONGODB_URI: address, PATH: path = '/usr/bin:/bin' } = process.env;
  if (address) return { ...foreignServer('TEST_MONGODB_URI'), uri: (name) => withDatabaseName(address, name) };
  const { command, env, query } = await chooseProgram(path, isDurable);
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-db-'));
  const [data, log] = [join(folder, 'data'), join(folder, 'errors.log')];
  await mkdir(data);
  const port = await freePort();
  const server = await startServer({
    name: 'The database',
    folder,
    log,
    timeoutMs: 20_000,
    spawn: () => spawnLogged(command(port, data), log, { path, env }),
    tryConnect: () => tryConnect(port),
  });
  return Object.assign(server, { uri: (name: string) => `mongodb://127.0.0.1:${port}/${name}?${query}` });
};

/** Sets the database name of a connection string, which may already have a name or options. */
export const withDatabaseName = (uri: string, databaseName: string): string => {
  const [address = '', query] = uri.split('?', 2);
  const hosts = /^[a-z+]+:\/\/[^/]+/.exec(address)?.[0] ?? address;
  return `${hosts}/${databaseName}${query ? `?${query}` : ''}`;
};

const chooseProgram = async (path: string, isDurable: boolean): Promise<Program> => {
  const mongod = await findProgram('mongod', path);
  if (mongod) {
    return {
      command: (port, data) => [mongod, '--bind_ip', '127.0.0.1', '--port', `${port}`, '--dbpath', data, '--quiet'],
      query: 'retryWrites=false&directConnection=true',
    };
  }
  const embedded = (await findProgram('secantusd-rs', path)) ?? (await fetchDatabase());
  return {
    // Without --sync-on-commit a kill loses acknowledged writes. A smaller cache can livelock index builds. With the
    // default log files of 2 GB a restart takes 3 to 10 s instead of 0.3 s.
    command: (port, data) => [
      ...[embedded, '--host', '127.0.0.1', '--port', `${port}`, '--storage-path', data],
      ...[...(isDurable ? ['--sync-on-commit'] : []), '--cache-size', '2G', '--log-file-max', '128MB'],
    ],
    // The oplog is not used. Above 100,000 entries the server scans all of them at every thousandth write.
    env: { SECANTUS_DISABLE_OPLOG: '1' },
    query: 'replicaSet=secantus&retryWrites=false&directConnection=true',
  };
};
