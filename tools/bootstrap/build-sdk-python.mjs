import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doUnlessCurrent, hashFiles, listFiles } from './inputs.mjs';
import { ROOT } from './paths.mjs';

const SOURCE = join(ROOT, 'libs', 'sdk-python');
/** The present description, which every build writes (docs/openapi.json describes the last release). */
const API = join(ROOT, 'dist', 'openapi.json');
const COPIED = ['README.md', 'LICENSE'];

/**
 * Writes the Python SDK with its generated part to dist/sdk-python, without Python. `pip install ./dist/sdk-python`
 * installs it. Does nothing if no input has changed.
 */
export function buildSdkPython(out = join(ROOT, 'dist', 'sdk-python')) {
  const inputs = hashFiles([
    ...listFiles(join(SOURCE, 'porchlight')).filter((file) => !file.includes('__pycache__')),
    ...[...COPIED, 'pyproject.toml', 'generate-python.mjs'].map((name) => join(SOURCE, name)),
    join(ROOT, 'package.json'),
    API,
  ]);
  return doUnlessCurrent(join(out, '.inputs'), inputs, () => writePackage(out));
}

async function writePackage(out) {
  const { writePython } = await import('../../libs/sdk-python/generate-python.mjs');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const isSource = (file) => !file.includes('__pycache__');
  cpSync(join(SOURCE, 'porchlight'), join(out, 'porchlight'), { recursive: true, filter: isSource });
  writePython(API, join(out, 'porchlight', '_generated'));
  for (const name of COPIED) copyFileSync(join(SOURCE, name), join(out, name));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const project = readFileSync(join(SOURCE, 'pyproject.toml'), 'utf8');
  writeFileSync(
    join(out, 'pyproject.toml'),
    project.replace(/^# tools.*\nversion = "0\.0\.0"/m, `version = "${version}"`),
  );
}
