#!/usr/bin/env node
// Adds optional packages of other platforms to package-lock.json that the registry mirror did not serve when the lock
// file was created. Without them `npm ci` rejects the lock file. Run after every `npm install`: npm run lock:complete
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';

const FILE = join(ROOT, 'package-lock.json');
const OS = /-(darwin|linux|win32|freebsd|android|openharmony)(-|$)/;
const CPU = /-(arm64|aarch64|armv7|arm|x64|ia32|ppc64|s390x|riscv64|loong64)(-|$)/;
const CPU_NAMES = { aarch64: 'arm64', armv7: 'arm' };

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).filter(([name]) => !isLocked(path, name)),
);
for (const [name, version] of missing) {
  if (!/^\d/.test(version)) throw new Error(`${name} is wanted as ${version}: only exact versions can be added.`);
  lock.packages[`node_modules/${name}`] = { version, ...parsePlatform(name), optional: true, ...describeNode(name) };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  missing.length > 0 ? `Added ${missing.length}: ${missing.map(([name]) => name).join(', ')}` : 'Nothing is missing.',
);

/** Searches like Node: next to the package, then in all parent folders. */
function isLocked(path, name) {
  for (let folder = path; ; folder = dirname(folder)) {
    const place = folder === '' || folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in lock.packages) return true;
    if (folder === '' || folder === '.') return false;
  }
}

/** The entry of a package of Node also needs its licence, for docs/licences.md, and its program, which npm links. */
function describeNode(name) {
  return name.startsWith('node-') ? { license: 'MIT', bin: { node: 'bin/node' } } : {};
}

function parsePlatform(name) {
  const os = OS.exec(name)?.[1];
  const cpu = CPU.exec(name)?.[1];
  const libc = /musl/.test(name) ? 'musl' : os === 'linux' && /gnu/.test(name) ? 'glibc' : undefined;
  return { ...(cpu && { cpu: [CPU_NAMES[cpu] ?? cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}
