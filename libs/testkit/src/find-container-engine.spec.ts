import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSource } from './choose-source';

/** Answers of a Docker engine by path; undefined: no answer. */
type Answers = (path: string) => { status: number; body: object } | undefined;

const INFO = { status: 200, body: { ServerVersion: '28.0.0', OSType: 'linux', OperatingSystem: 'Debian', NCPU: 2 } };
const NO_IMAGE = { status: 404, body: { message: 'No such image: mongo:8.0' } };

let folder: string;
let engine: Server | undefined;
const requests: string[] = [];

/** Listens on a socket as a Docker engine does, and points DOCKER_HOST to it. */
const startEngine = async (answers: Answers): Promise<void> => {
  engine = createServer(({ url = '' }, response) => {
    requests.push(url);
    const answer = answers(url);
    if (answer === undefined) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  const socket = join(folder, 'docker.sock');
  await new Promise<void>((resolve) => engine!.listen(socket, resolve));
  process.env['DOCKER_HOST'] = `unix://${socket}`;
  // Where this test runs in a container itself, the address would be read from its networks.
  process.env['TESTCONTAINERS_HOST_OVERRIDE'] = '127.0.0.1';
};

/** Chooses as a new process does: testcontainers stores the engine that it found. */
const choose = async (answerWithinMs?: number) => {
  jest.resetModules();
  const { findContainerEngine } = await import('./find-container-engine');
  return chooseSource({ address: undefined, image: 'mongo:8.0', findEngine: findContainerEngine, answerWithinMs });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-docker-'));
  requests.length = 0;
});
afterEach(async () => {
  delete process.env['DOCKER_HOST'];
  delete process.env['TESTCONTAINERS_HOST_OVERRIDE'];
  delete process.env['BACKENDS'];
  engine?.closeAllConnections();
  await new Promise((resolve) => (engine ? engine.close(resolve) : resolve(undefined)));
  engine = undefined;
  rmSync(folder, { recursive: true, force: true });
});

it('given a Docker engine with the image, then tests use a container', async () => {
  await startEngine((path) => (path.includes('/info') ? INFO : { status: 200, body: { Id: 'sha256:1' } }));
  expect(await choose()).toBe('container');
});

it('given a Docker engine without the image that cannot pull it, then tests use a program', async () => {
  await startEngine((path) => (path.includes('/info') ? INFO : NO_IMAGE));
  expect(await choose()).toBe('program');
  expect(requests).toContainEqual(expect.stringContaining('/images/create'));
});

it('given a Docker engine that fails, then tests use a program', async () => {
  await startEngine((path) => (path.includes('/info') ? INFO : { status: 500, body: { message: 'no space' } }));
  expect(await choose()).toBe('program');
});

it('given a Docker engine that does not answer, then tests use a program', async () => {
  await startEngine(() => undefined);
  expect(await choose(500)).toBe('program');
});

it('given BACKENDS=native, then the engine is not called', async () => {
  await startEngine(() => INFO);
  process.env['BACKENDS'] = 'native';
  expect(await choose()).toBe('program');
  expect(requests).toEqual([]);
});
