import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The Node of the services and tools, a pinned npm package of its platform. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');

/** Compiled forms of bundles, which Node reads at the start of a process. */
export const COMPILED = join(ROOT, '.cache', 'v8');

/**
 * The folder of downloads, shared by all clones of this user: PORCHLIGHT_CACHE_DIR, else the system's cache folder,
 * else `.cache/` of the project if that folder is not writable.
 */
export function downloadCache() {
  const wanted = process.env.PORCHLIGHT_CACHE_DIR ?? join(systemCache(), 'porchlight');
  try {
    mkdirSync(wanted, { recursive: true });
    accessSync(wanted, constants.W_OK);
    return wanted;
  } catch {
    const own = join(ROOT, '.cache', 'downloads');
    mkdirSync(own, { recursive: true });
    return own;
  }
}

function systemCache() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  return platform() === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

/** The PATH without the project's node_modules, because `npm ci` deletes the `node` in it. */
export function machinePath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')) && !folder.endsWith('node-gyp-bin'))
    .join(delimiter);
}

/** The path of a program on the machine's PATH, or undefined. */
export function findProgram(name) {
  return machinePath()
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return existsSync(file);
      } catch {
        return false;
      }
    });
}
