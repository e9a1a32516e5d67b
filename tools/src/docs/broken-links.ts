import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;

/** Finds broken relative links in Markdown text. `exists` receives the path from the root. */
export const listBrokenLinks = (path: string, text: string, exists: (path: string) => boolean): string[] =>
  [...new Set([...text.matchAll(LINK)].map(([, target]) => target!))].filter(
    (target) => !exists(join(dirname(path), target)),
  );

/** `<file>: <target>` for each broken relative link in docs/ and the main README. */
export const findBrokenLinks = (root: string): string[] => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return ['README.md', ...pages.map((name) => join('docs', name))].flatMap((path) =>
    listBrokenLinks(path, readFileSync(join(root, path), 'utf8'), (target) => existsSync(join(root, target))).map(
      (target) => `${path}: ${target}`,
    ),
  );
};
