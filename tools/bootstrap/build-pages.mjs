import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SetUpProblem } from './console.mjs';
import { doUnlessCurrent, hashFiles, listFiles } from './inputs.mjs';
import { NODE, ROOT } from './paths.mjs';

const SOURCE = join(ROOT, 'services', 'console');
const STAMP = join(ROOT, 'dist', '.console-inputs');
const TIMEOUT_MS = 180_000;
const run = promisify(execFile);

/** Builds the web pages to `dist/console` with Vite. Does nothing if no input has changed. */
export function buildPages() {
  const inside = (name) => join(SOURCE, name);
  const inputs = hashFiles([
    ...['src', 'public', 'build'].flatMap((name) => listFiles(inside(name))),
    ...listFiles(join(ROOT, 'libs', 'sdk', 'src')),
    ...['index.html', 'vite.config.ts', 'lingui.config.ts', 'package.json', 'tsconfig.json'].map(inside),
    ...['package-lock.json', 'tools/bootstrap/build-pages.mjs'].map((name) => join(ROOT, name)),
  ]);
  return doUnlessCurrent(STAMP, inputs, runVite);
}

async function runVite() {
  const vite = [join(SOURCE, 'node_modules'), join(ROOT, 'node_modules')]
    .map((folder) => join(folder, 'vite', 'bin', 'vite.js'))
    .find(existsSync);
  if (!vite) throw new SetUpProblem('Vite is not installed. Run npm ci, then try again.');
  try {
    await run(NODE, [vite, 'build', '--logLevel', 'warn'], { cwd: SOURCE, timeout: TIMEOUT_MS, maxBuffer: 2 ** 24 });
  } catch (error) {
    throw new SetUpProblem(`The build of the web pages failed.\n${error.stderr || error.message}`);
  }
}
