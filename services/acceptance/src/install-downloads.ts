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

/** The commands of the page of downloads, as they are printed, that contain a text. */
export async function findCommands(text: string): Promise<string[]> {
  const page = (await readFromStack('/docs/downloads')).toString();
  const commands = [...page.matchAll(/<code>([^<]*)<\/code><\/pre>/g)].map(([, code = '']) =>
    code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  const found = commands.filter((one) => one.includes(text));
  if (found.length === 0) throw new Error(`/docs/downloads prints no command with ${text}: ${commands.join('; ')}`);
  return found;
}

/**
 * Runs a program in a folder of a developer: outside of the repository, with npm's cache in the folder. A shell needs
 * `--norc`: bash reads the settings of its user when its input is a socket, and they may change PATH.
 */
export const createRun = (folder: string) => {
  const env = { ...process.env, CA: caFile, NODE_EXTRA_CA_CERTS: caFile, npm_config_cache: join(folder, '.npm') };
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
  const [command = ''] = await findCommands('porchlight-sdk-');
  await createRun(folder)('bash', ['--norc', '-ec', command], { npm_config_audit: 'false', npm_config_fund: 'false' });
}

/** Installs the Python SDK of the stack in a fresh environment with the command of the page, and returns its Python. */
export async function installPythonSdk(folder: string): Promise<string> {
  const run = createRun(folder);
  const bin = join(folder, 'python', 'bin');
  await run('python3', ['-m', 'venv', 'python']);
  const [command = ''] = await findCommands('.whl');
  await run('bash', ['--norc', '-ec', command], { PATH: `${bin}:${process.env['PATH']}`, PIP_QUIET: '1' });
  return join(bin, 'python');
}
