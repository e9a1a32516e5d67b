import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;

/** Finds broken relative links in Markdown text. `exists` receives the path from the root. */
export const listBrokenLinks = (path: string, text: string, exists: (path: string) => boolean): string[] =>
  [...new Set([...text.matchAll(LINK)].map(([, target]) => target!))].filter(
    (target) => !exists(join(dirname(path), target)),
  );

const PAGES = ['*.md', '{.github,deploy,docs,lab,libs,samples,services,tools}/**/*.md'];
const FOREIGN = ['**/node_modules/**', '**/dist/**'];

/** `<file>: <target>` for each broken relative link in a Markdown file of the repository. */
export const findBrokenLinks = (root: string): string[] =>
  globSync(PAGES, { cwd: root, exclude: FOREIGN }).flatMap((path) =>
    listBrokenLinks(path, readFileSync(join(root, path), 'utf8'), (target) => existsSync(join(root, target))).map(
      (target) => `${path}: ${target}`,
    ),
  );
