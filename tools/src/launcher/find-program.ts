import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finds a program in a search path (default: PATH of this process). */
export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The path of `setpriv`, which lets the kernel end children with their parent. Linux only. */
export function findSetpriv(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return findProgram('setpriv');
}
