import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConnection } from './stack-connection';
import { trustingFetch } from './trusting-fetch';

const TIMEOUT_MS = 150_000;
const { baseUrl, caFile } = readConnection();

/** Reads a page or file of the stack. */
export async function readFromStack(path: string): Promise<Buffer> {
  const { fetch: request, close } = trustingFetch();
  try {
    const response = await request(baseUrl + path);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } finally {
    await close();
  }
}

/** The address of a file that the page of downloads links to, by the start and end of its name. */
export async function findDownload(start: string, end: string): Promise<string> {
  const page = (await readFromStack('/docs/downloads')).toString();
  const names = [...page.matchAll(/href="\/docs\/downloads\/([^"]+)"/g)].map(([, name = '']) => name);
  const name = names.find((one) => one.startsWith(start) && one.endsWith(end));
  if (name === undefined) throw new Error(`/docs/downloads has no link to a file ${start}*${end}.`);
  return `${baseUrl}/docs/downloads/${name}`;
}

/** Runs a program in a folder of a developer: outside of the repository, with npm's cache in the folder. */
export const createRun = (folder: string) => {
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: caFile,
    npm_config_cache: join(folder, '.npm'),
    npm_config_cafile: caFile,
  };
  return async (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> =>
    (
      await promisify(execFile)(command, args, {
        cwd: folder,
        timeout: TIMEOUT_MS,
        maxBuffer: 2 ** 24,
        env: { ...env, ...more },
      })
    ).stdout;
};

/** Installs the TypeScript SDK of the stack with the command of the page. */
export async function installTypescriptSdk(folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  await createRun(folder)('npm', ['install', '--no-audit', '--no-fund', await findDownload('porchlight-sdk-', '.tgz')]);
}

/** Installs the Python SDK of the stack in a fresh environment, and returns its Python. */
export async function installPythonSdk(folder: string): Promise<string> {
  const run = createRun(folder);
  const python = join(folder, 'python', 'bin', 'python');
  await run('python3', ['-m', 'venv', 'python']);
  const address = await findDownload('porchlight-', '.whl');
  await run('curl', ['--silent', '--show-error', '--fail', '--cacert', caFile, '-O', address]);
  await run(python, ['-m', 'pip', 'install', '--quiet', `./${address.split('/').at(-1)}`]);
  return python;
}
