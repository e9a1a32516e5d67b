import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** The content of a file by content coding; the build of the pages creates all of them. */
export interface ConsoleFile {
  readonly type: string;
  /** The name contains a hash of the content, so that the file never changes. */
  readonly lasting: boolean;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

const readIfThere = (file: string): Buffer | undefined => (existsSync(file) ? readFileSync(file) : undefined);

/**
 * Reads the built pages, by path below /console (`/index.html`, `/assets/…`). They are about two MB and stay in memory:
 * no path of a request ever reaches the file system.
 */
export const readConsoleFiles = (folder: string): ReadonlyMap<string, ConsoleFile> => {
  const files = new Map<string, ConsoleFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
    files.set(path, {
      type,
      lasting: path.startsWith('/assets/'),
      plain: readFileSync(file),
      ...(br && { br }),
      ...(gzip && { gzip }),
    });
  }
  if (!files.has('/index.html')) throw new Error(`There are no built pages in ${folder} (CONSOLE_FOLDER).`);
  return files;
};
