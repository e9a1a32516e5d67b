import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './paths.mjs';

/** Does the work unless it was done for the same inputs; the file `stamp` stores their hash. */
export async function doUnlessCurrent(stamp, inputs, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
}

/** All files of a folder and its folders, sorted. */
export function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** A hash over the paths of files and what `read` returns for each, by default its content. */
export function hashFiles(files, read = (file) => readFileSync(file)) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(read(file))
      .update('\0');
  return hash.digest('hex');
}
