import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder';

const ROOT = join(__dirname, '..', '..');
const folder = scratchFolder();
const clone = join(folder, 'clone');
const bin = join(folder, 'bin');
/** Written by the `npm` below when it is asked to install. */
const installed = join(folder, 'npm-ci');
/** What the bootstrap reads of a fresh clone. */
const FILES = [
  'tools/bootstrap.mjs',
  'tools/bootstrap',
  'package.json',
  'package-lock.json',
  'docker-compose.yml',
  'libs/contracts/src/services.json',
];
const PROGRAMS = {
  java: 'echo \'openjdk version "17.0.12"\' >&2',
  mvn: 'true',
  python3: 'echo Python 3.11.2',
  npm: `if [ "$1" = ci ]; then echo installs > ${installed}; exit 1; fi; echo "registry=$REGISTRY"; echo proxy=null; echo https-proxy=null`,
};

const listen = (server: Server, host?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Starts in a fresh clone on a machine with these programs; without a Docker engine. */
function start(args: string[], env: Record<string, string>, node: string[] = []) {
  const machine = {
    PATH: bin,
    HOME: folder,
    PORCHLIGHT_CACHE_DIR: join(folder, 'cache'),
    DOCKER_HOST: `unix://${join(folder, 'no-engine')}`,
    REGISTRY: `http://127.0.0.1:${registryPort}`,
  };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const command = [...node, join(clone, 'tools', 'bootstrap.mjs'), 'start', ...args];
    execFile(process.execPath, command, { env: { ...machine, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    );
  });
}

function writeProgram(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

const registry = createServer((socket) => socket.destroy());
let registryPort = 0;

beforeAll(async () => {
  mkdirSync(bin);
  for (const file of FILES) cpSync(join(ROOT, file), join(clone, file), { recursive: true });
  registryPort = await listen(registry, '127.0.0.1');
});
afterAll(() => close(registry));
beforeEach(() => {
  for (const path of [installed, join(folder, 'cache')]) rmSync(path, { recursive: true, force: true });
  for (const [name, script] of Object.entries(PROGRAMS)) writeProgram(name, script);
});

/** One sentence, exit code 1, and nothing was installed or downloaded. */
function expectSentence({ code, output }: { code: number; output: string }, sentence: RegExp): void {
  expect(output).toMatch(sentence);
  expect(output.split('\n')).toHaveLength(1);
  expect(code).toBe(1);
  expect(existsSync(installed)).toBe(false);
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
}

it('given a machine with everything, when it starts, then it goes on to npm ci', async () => {
  const { output } = await start(['--port', '0'], {});
  expect(existsSync(installed)).toBe(true);
  expect(output).toContain('npm ci failed');
});

describe('given a taken port, when it starts, then the sentence names the port and another one', () => {
  const other = createServer((socket) => socket.destroy());
  let port = 0;
  beforeAll(async () => {
    port = await listen(other);
  });
  afterAll(() => close(other));

  it.each([
    ['--port N', () => ['--port', String(port)]],
    ['--port=N', () => [`--port=${port}`]],
  ])('%s', async (_form, args) => {
    expectSentence(await start(args(), {}), new RegExp(`^Port ${port} is taken .*npm start -- --port ${port + 1}\\.$`));
  });

  it('an earlier run on the data folder is left to the launcher, which stops or reports it', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'run.json'), '{}');
    await start(['--port', String(port), '--data', data], {});
    expect(existsSync(installed)).toBe(true);
  });
});

it.each(['abc', '70000', '-1', '8443x'])(
  'given --port %s, when it starts, then the sentence names the range',
  async (text) => {
    expectSentence(await start(['--port', text], {}), /is no port: use --port with 1 to 65535/);
  },
);

describe('given a missing program, when it starts, then the sentence says how to install it or do without', () => {
  it.each([
    [
      'java',
      /^Kafka needs Java 17 or newer: install it \(.*\), start a Docker engine, or set KAFKA_BROKERS=host:port\.$/,
    ],
    ['mvn', /^Kafka needs Maven: install it \(.*\), start a Docker engine, or set KAFKA_BROKERS=host:port\.$/],
    [
      'python3',
      /^The database needs Python 3.9 or newer with pip: install it \(.*\), .* or set MONGODB_URI=mongodb:\/\/….$/,
    ],
    ['npm', /^npm is missing: install Node 20 or newer together with npm/],
  ])('%s', async (program, sentence) => {
    rmSync(join(bin, program));
    expectSentence(await start(['--port', '0'], {}), sentence);
  });

  it('several: a sentence for each', async () => {
    for (const program of ['java', 'python3']) rmSync(join(bin, program));
    const { code, output } = await start(['--port', '0'], {});
    expect(code).toBe(1);
    expect(output.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Kafka needs Java 17 or newer',
      'The database needs Python 3.9 or newer with pip',
    ]);
  });
});

describe('given a wrong version, when it starts, then the sentence names both versions', () => {
  it.each([
    [
      'java',
      'echo \'openjdk version "11.0.2" 2019-01-15\' >&2',
      /^Kafka needs Java 17 or newer, and this machine has Java 11:/,
    ],
    ['java', 'echo \'java version "1.8.0_292"\' >&2', /^Kafka needs Java 17 or newer, and this machine has Java 8:/],
    ['java', 'exit 1', /^Kafka needs Java 17 or newer, and this machine has \S+\/java, which does not run:/],
    [
      'python3',
      'echo Python 3.7.3',
      /^The database needs Python 3.9 or newer with pip, and this machine has Python 3.7.3:/,
    ],
    ['python3', '[ "$1" = --version ] && echo Python 3.11.2', / this machine has Python 3.11.2 without pip:/],
  ])('%s: %s', async (program, script, sentence) => {
    writeProgram(program, script);
    expectSentence(await start(['--port', '0'], {}), sentence);
  });

  it('Node', async () => {
    const old = join(folder, 'old.cjs');
    writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '18.20.0' });\n");
    expectSentence(await start([], {}, ['--require', old]), /^Porchlight needs Node 20 or newer/);
  });
});

it('given a disk without space, when it starts, then the sentence names the folder and the megabytes', async () => {
  // A file system with no free block.
  const args = ['--port', '0', '--data', '/proc/data'];
  expectSentence(await start(args, {}), /^The disk of \/proc\/data has 0 MB free and needs 500 MB: free some space/);
});

describe('given no network, when it starts, then the sentence names what cannot be reached', () => {
  let closedPort = 0;
  beforeAll(async () => {
    const server = createServer();
    closedPort = await listen(server, '127.0.0.1');
    await close(server);
  });

  it('the registry', async () => {
    const env = { REGISTRY: `http://user:secret@127.0.0.1:${closedPort}/npm/` };
    const result = await start(['--port', '0'], env);
    expectSentence(
      result,
      /^The npm registry http:\/\/127\.0\.0\.1:\d+\/npm\/ cannot be reached \(ECONNREFUSED\): connect/,
    );
  });

  it('the proxy', async () => {
    const env = { HTTPS_PROXY: `http://127.0.0.1:${closedPort}` };
    expectSentence(
      await start(['--port', '0'], env),
      /^The proxy http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/,
    );
  });

  it('a registry whose name cannot be resolved', async () => {
    const env = { REGISTRY: 'https://registry.invalid/' };
    expectSentence(
      await start(['--port', '0'], env),
      /^The npm registry https:\/\/registry\.invalid\/ cannot be reached \(E\w+\)/,
    );
  });
});

it('given BACKENDS=containers without an engine, when it starts, then the sentence says so', async () => {
  expectSentence(
    await start(['--port', '0'], { BACKENDS: 'containers' }),
    /^BACKENDS=containers, but no Docker engine answers:/,
  );
});
