import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROUTES_FILE = join(__dirname, '../../console/src/routes.tsx');

/** The paths of the console's router below `/console/`, with parameters: `people/:id`. */
export interface ConsoleRoutes {
  /** Without a signed-in user. */
  readonly signedOut: readonly string[];
  readonly signedIn: readonly string[];
}

/** Reads the paths from the source of the router, so that a test notices a new one. */
export const readConsoleRoutes = (): ConsoleRoutes => {
  const source = readFileSync(ROUTES_FILE, 'utf8');
  const listPaths = (name: string): string[] => {
    const [, list = ''] = new RegExp(`const ${name}: RouteObject\\[\\] = \\[\\n([^]*?)\\n\\];`).exec(source) ?? [];
    let parent = '';
    return list.split('\n').flatMap((line) => {
      const [, path] = /page\('([^']*)'/.exec(line) ?? [];
      if (line.trim() === ']),') parent = '';
      if (path === undefined) return [];
      if (line.trimEnd().endsWith('[')) {
        parent = path;
        return [];
      }
      return [[parent, path].filter((part) => part !== '').join('/')];
    });
  };
  return { signedOut: listPaths('signedOutPages'), signedIn: listPaths('pages') };
};
