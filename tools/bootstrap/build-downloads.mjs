import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { SetUpProblem } from './console.mjs';
import { doUnlessCurrent, hashFiles, listFiles } from './inputs.mjs';
import { ROOT, findProgram } from './paths.mjs';
import { nameWheel, writeWheel } from './write-wheel.mjs';

const OUT = join(ROOT, 'dist', 'downloads');
const inDist = (name) => join(ROOT, 'dist', name);
const PACK_TIMEOUT_MS = 60_000;

/**
 * Packs the SDKs and the command line, which are built before, to dist/downloads: the files that the gateway serves under
 * /docs/downloads. Does nothing if no input has changed.
 */
export function buildDownloads() {
  const inputs = hashFiles([
    ...['sdk', 'sdk-python', 'cli'].flatMap((name) => listFiles(inDist(name))),
    ...['build-downloads.mjs', 'write-wheel.mjs'].map((name) => join(ROOT, 'tools', 'bootstrap', name)),
  ]);
  return doUnlessCurrent(join(OUT, '.inputs'), inputs, writeDownloads);
}

async function writeDownloads() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  await Promise.all([pack('sdk'), pack('cli'), writeWheel(inDist('sdk-python'), join(OUT, nameWheel(version)))]);
}

/** Packs a package of dist as npm publishes it. */
async function pack(name) {
  const npm = findProgram('npm');
  if (!npm)
    throw new SetUpProblem('npm is not on the PATH. Install a current Node, which includes npm, then try again.');
  const args = ['pack', inDist(name), '--pack-destination', OUT, '--ignore-scripts', '--offline'];
  await mustRun(npm, args, `dist/${name} could not be packed`, { cwd: ROOT, timeoutMs: PACK_TIMEOUT_MS });
}
