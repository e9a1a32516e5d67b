import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { mustRun, run } from './command.mjs';
import { SetUpProblem, step } from './console.mjs';
import { NODE, ROOT, findProgram, machinePath } from './paths.mjs';

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.porchlight-lock');
const TURN = join(ROOT, '.cache', 'npm-ci.turn');
const PROGRESS_EVERY_MS = 3_000;
/** Longest wait for another command; no command takes that long. */
const TURN_WITHIN_MS = 15 * 60_000;
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the npm packages of the lock file unless they are installed. One process at a time. */
export async function installPackages() {
  if (isCurrent()) return;
  const release = await takeTurn();
  try {
    if (!isCurrent()) await installMissing();
  } finally {
    release();
  }
}

const LOCK = join(ROOT, 'package-lock.json');
const hashLock = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');
const isCurrent = () => existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashLock();

/**
 * Waits until no other process installs, because concurrent installs destroy each other. Returns a function that
 * releases the lock.
 */
async function takeTurn() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const end = Date.now() + TURN_WITHIN_MS;
  for (let told = false; Date.now() < end;) {
    try {
      writeFileSync(TURN, String(process.pid), { flag: 'wx' });
      return () => rmSync(TURN, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(existsSync(TURN) ? readFileSync(TURN, 'utf8') : 0);
    if (holder && !isAlive(holder)) rmSync(TURN, { force: true });
    if (!told) step('npm packages: another command is installing them; waiting for it …');
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new SetUpProblem(
    `Another command has been installing the npm packages for too long. End it, remove ${TURN}, then try again.`,
  );
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function installMissing() {
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  if (isInstalled(wanted)) linkProjects(wanted);
  else {
    const here = Object.entries(wanted).filter(
      ([path, entry]) => path.startsWith('node_modules/') && !entry.link && isForThisMachine(entry),
    );
    await runNpm(here.map(([path]) => path));
  }
  writeFileSync(STAMP, hashLock());
}

/** True if npm's record of installed packages matches the lock file; a user may have run npm. */
function isInstalled(wanted) {
  const record = join(MODULES, '.package-lock.json');
  if (!existsSync(record) || !existsSync(NODE)) return false;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    if (entry.link) return true;
    const found = present[path];
    if (!found) return entry.optional === true || entry.peer === true;
    return found.version === entry.version;
  });
}

/** Links projects that are new in the lock file, which needs no `npm ci`. */
function linkProjects(wanted) {
  for (const [path, { link, resolved }] of Object.entries(wanted)) {
    const target = join(ROOT, path);
    if (!link || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(relative(dirname(target), join(ROOT, resolved)), target);
  }
}

/** Packages with a binary are locked for all platforms and installed for one. */
function isForThisMachine({ os, cpu, libc }) {
  const fits = (wanted, here) => !wanted || wanted.includes(here);
  return (
    fits(os, process.platform) &&
    fits(cpu, process.arch) &&
    (process.platform !== 'linux' || !libc || fits(libc, libcHere()))
  );
}

let knownLibc;
function libcHere() {
  return (knownLibc ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');
}

/** npm prefers this file to package-lock.json. */
const ADDRESSED_LOCK = join(ROOT, 'npm-shrinkwrap.json');

/** Writes a copy of the lock file with the address of each package at the registry in use. */
async function writeAddressedLock(npm, options) {
  const { code, output } = await run(npm, ['config', 'get', 'registry'], options);
  if (code !== 0) return;
  const registry = output.trim().replace(/\/$/, '');
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.resolved = `${registry}/${name}/-/${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`;
  }
  writeFileSync(ADDRESSED_LOCK, JSON.stringify(lock));
}

/**
 * Installs with addresses and cached data. Without addresses npm reads the description of each package first, which
 * takes longer than to unpack all.
 */
async function installFromCache(npm, args, options) {
  try {
    await writeAddressedLock(npm, options);
    return await run(npm, [...args, '--prefer-offline'], options);
  } finally {
    rmSync(ADDRESSED_LOCK, { force: true });
  }
}

async function runNpm(paths) {
  const npm = findProgram('npm');
  if (!npm) throw new SetUpProblem('npm is missing on this machine: install Node 20 or newer together with npm.');
  step(`npm packages: ${paths.length} packages, about 160 MB to download the first time …`);
  const startedAt = Date.now();
  const progress = setInterval(() => {
    const there = paths.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length;
    step(`npm packages: ${there} of ${paths.length} in place`);
  }, PROGRESS_EVERY_MS);
  try {
    const install = ['ci', '--ignore-scripts', ...QUIET];
    const options = { cwd: ROOT, env: cleanEnvironment() };
    const cached = await installFromCache(npm, install, options);
    // The registry may use other addresses, and cached data may be older than the lock file.
    if (cached.code !== 0) await mustRun(npm, install, 'Installing the npm packages failed', options);
  } finally {
    clearInterval(progress);
  }
  if (!existsSync(NODE))
    throw new SetUpProblem(
      `npm could not download Node for ${process.platform}-${process.arch} (optionalDependencies in package.json). ` +
        'Use a registry that has its package, then try again.',
    );
  step(`npm packages: ready after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** npm must not inherit the settings of the parent npm, nor the node that it will replace. */
function cleanEnvironment() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(lifecycle|package|command|node|execpath|config_local)/.test(name),
    ),
  );
  return { ...env, PATH: machinePath() };
}
