import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files, relative, that are in one folder only or differ between two. */
export function compareFolders(one: string, other: string): string[] {
  const names = new Set([...listFiles(one), ...listFiles(other)]);
  return [...names].filter((name) => !sameFile(join(one, name), join(other, name))).sort();
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function sameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
