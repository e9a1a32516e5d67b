import { resolve } from 'node:path';

/** The project's root folder: PORCHLIGHT_ROOT, else the current folder. */
export function projectRoot(): string {
  return resolve(process.env['PORCHLIGHT_ROOT'] ?? process.cwd());
}

/** The absolute form of a path of the command line; npm changes to the project's root before it runs a script. */
export function resolveFromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
