import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpProblem, step } from './console.mjs';
import { NODE, ROOT, findProgram, machinePath } from './paths.mjs';

const TURN = join(ROOT, '.cache', 'npm-ci.turn');
const TURN_POLL_MS = 500;
const TURN_WITHIN_MS = 30 * 60_000;

const readPackages = (...path) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')).packages;

/** True if node_modules has the packages of package-lock.json, by npm's own record of what it installed. */
export function arePackagesInstalled() {
  if (!existsSync(join(ROOT, 'node_modules', '.package-lock.json')) || !existsSync(NODE)) return false;
  const installed = readPackages('node_modules', '.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(([path, { link, version, optional, peer }]) => {
    if (!path.includes('node_modules/')) return true;
    if (link) return existsSync(join(ROOT, path));
    return path in installed ? installed[path].version === version : optional === true || peer === true;
  });
}

/** Runs `npm ci` unless the packages are installed. One process at a time. */
export async function installPackages() {
  if (arePackagesInstalled()) return;
  const release = await takeTurn();
  try {
    if (!arePackagesInstalled()) await runNpm();
  } finally {
    release();
  }
}

async function runNpm() {
  step('npm ci: about 160 MB to download the first time …');
  const code = await new Promise((resolve) => {
    // Without the node of node_modules, which npm deletes.
    const env = { ...process.env, PATH: machinePath() };
    const npm = spawn(findProgram('npm'), ['ci'], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    npm.once('error', () => resolve(-1));
    npm.once('close', resolve);
  });
  if (code !== 0) throw new SetUpProblem('npm ci failed: the lines above say why.');
  if (existsSync(NODE)) return;
  throw new SetUpProblem(
    `npm could not download Node for ${process.platform}-${process.arch} (optionalDependencies in package.json): ` +
      'use a registry that has this package, then try again.',
  );
}

/** Waits while another command installs: two `npm ci` delete each other's files. Returns the end of the turn. */
async function takeTurn() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const end = Date.now() + TURN_WITHIN_MS;
  for (let isWaiting = false; Date.now() < end; isWaiting = true) {
    try {
      writeFileSync(TURN, String(process.pid), { flag: 'wx' });
      return () => rmSync(TURN, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(existsSync(TURN) ? readFileSync(TURN, 'utf8') : 0);
    if (holder && !isAlive(holder)) rmSync(TURN, { force: true });
    if (!isWaiting) step('npm ci: another command runs it; waiting …');
    await new Promise((resolve) => setTimeout(resolve, TURN_POLL_MS));
  }
  throw new SetUpProblem(`Another command runs npm ci since half an hour: end it, remove ${TURN}, then try again.`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
