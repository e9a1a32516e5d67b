import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { SetUpProblem } from './console.mjs';
import { NODE, ROOT } from './paths.mjs';

const SOURCE = join(ROOT, 'services', 'console');
const STAMP = join(ROOT, 'dist', '.console-inputs');
const TIMEOUT_MS = 180_000;
const run = promisify(execFile);

/** Builds the web pages to `dist/console` with Vite. Does nothing if no input has changed. */
export async function buildPages() {
  const inputs = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  rmSync(STAMP, { force: true });
  const vite = [join(SOURCE, 'node_modules'), join(ROOT, 'node_modules')]
    .map((folder) => join(folder, 'vite', 'bin', 'vite.js'))
    .find(existsSync);
  if (!vite) throw new SetUpProblem('Vite is not installed. Run npm ci, then try again.');
  try {
    await run(NODE, [vite, 'build', '--logLevel', 'warn'], { cwd: SOURCE, timeout: TIMEOUT_MS, maxBuffer: 2 ** 24 });
  } catch (error) {
    throw new SetUpProblem(`The build of the web pages failed.\n${error.stderr || error.message}`);
  }
  writeFileSync(STAMP, inputs);
}

/** A hash over path and content of all inputs, which are few and small. */
function fingerprint() {
  const hash = createHash('sha256');
  const folders = [...['src', 'public', 'build'].map((name) => join(SOURCE, name)), join(ROOT, 'libs', 'sdk', 'src')];
  const inside = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  const single = ['index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'].map((name) => join(SOURCE, name));
  const common = [join(ROOT, 'package-lock.json'), join(ROOT, 'tools', 'bootstrap', 'build-pages.mjs')];
  for (const file of [...inside.sort(), ...single, ...common])
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}
