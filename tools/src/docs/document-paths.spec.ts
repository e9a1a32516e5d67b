import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listBrokenLinks } from './broken-links';

const ROOT = join(__dirname, '..', '..', '..');
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'public']);
/** The text of these is given, not written here. */
const GIVEN = new Set(['docs/specification.md', 'docs/decisions.md']);
const PATH = /`((?:[\w.-]+\/)+[\w.-]*)`/g;

const listDocuments = (folder = '.'): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : listDocuments(path);
    return entry.name.endsWith('.md') && !GIVEN.has(path) ? [path] : [];
  });

const exists = (...path: string[]): boolean => existsSync(join(ROOT, ...path));

/** Paths in code spans that do not exist, from the root or from the document. Only those that begin with a folder. */
const listMissingPaths = (document: string, text: string): string[] =>
  [...text.replace(/```[^]*?```/g, '').matchAll(PATH)]
    .map(([, path]) => path!)
    .filter((path) => {
      const bases = ['.', dirname(document)];
      const [first] = path.split('/') as [string];
      return (
        !path.startsWith('dist/') &&
        !(first.startsWith('.') && first !== '..') &&
        bases.some((base) => exists(base, first)) &&
        !bases.some((base) => exists(base, path))
      );
    });

it.each(listDocuments())('%s names only files that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  expect({
    links: listBrokenLinks(document, text, (path) => exists(path)),
    paths: listMissingPaths(document, text),
  }).toEqual({ links: [], paths: [] });
});

it('reports paths that do not exist', () => {
  expect(
    listMissingPaths('libs/store/README.md', '`libs/none/a.ts` `src/none/` `src/index.ts` `a/b` `.local/x`'),
  ).toEqual(['libs/none/a.ts', 'src/none/']);
});
