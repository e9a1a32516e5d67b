import { execFile } from 'node:child_process';
import { constants, mkdir, mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port';
import { findProgram, isAccessible, spawnLogged, startServer, tryConnect, type TestServer } from './test-server';

const run = promisify(execFile);

/** The last version that builds with Rust 1.92. */
const VERSION = '0.14.1';
/** A build on a busy machine takes up to so long, ms. */
const BUILD_MS = 1_200_000;
/** Credentials of the test server. */
const KEYS = { accessKeyId: 'porchlight-test', secretAccessKey: 'porchlight-test-secret' } as const;

/** A server of the S3 protocol with one bucket. */
export interface TestObjectServer extends TestServer {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: typeof KEYS;
}

/** Path of s3s-fs (docs/adr/0054-attachments.md): on the PATH, else built once with cargo into the user's cache. */
const fetchObjectServer = async (path: string): Promise<string> => {
  const installed = await findProgram('s3s-fs', path);
  if (installed) return installed;
  const root = join(homedir(), '.cache', 'porchlight', `s3s-fs-${VERSION}`);
  const binary = join(root, 'bin', 's3s-fs');
  if (await isAccessible(binary, constants.X_OK)) return binary;
  try {
    const command = `install s3s-fs --version ${VERSION} --features binary --locked --quiet --root`;
    const env = { ...process.env, CARGO_PROFILE_RELEASE_LTO: 'off', CARGO_PROFILE_RELEASE_OPT_LEVEL: '1' };
    await run('cargo', [...command.split(' '), root], { timeout: BUILD_MS, env });
    return binary;
  } catch (cause) {
    throw new Error('The S3 server for tests could not be built. Install s3s-fs, or Rust 1.92 or later with cargo.', {
      cause,
    });
  }
};

/** Starts a server of the S3 protocol on a free port, with a temporary folder; it ends with this process. */
export const startObjectServer = async (): Promise<TestObjectServer> => {
  const { PATH: path = '/usr/bin:/bin' } = process.env;
  const binary = await fetchObjectServer(path);
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-s3-'));
  const [data, log] = [join(folder, 'data'), join(folder, 'errors.log')];
  const bucket = 'attachments';
  await mkdir(join(data, bucket), { recursive: true });
  const port = await freePort();
  const keys = ['--access-key', KEYS.accessKeyId, '--secret-key', KEYS.secretAccessKey];
  const server = await startServer({
    name: 'The S3 server',
    folder,
    log,
    timeoutMs: 20_000,
    spawn: () => spawnLogged([binary, '--host', '127.0.0.1', '--port', `${port}`, ...keys, data], log, { path }),
    tryConnect: () => tryConnect(port),
  });
  return Object.assign(server, { endpoint: `http://127.0.0.1:${port}`, bucket, credentials: KEYS });
};
