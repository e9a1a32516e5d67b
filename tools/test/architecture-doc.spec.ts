import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'paths');
const pages = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'));

/** Functions and files of the tables of paths. */
const steps = pages
  .join('\n')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , functions = '', file = '']) => functions.startsWith('`') && file.endsWith('.ts'))
  .map(([, , functions = '', file = '']) => [file, functions.replaceAll('`', '').split(', ')] as const);

it('has a table for each path', () => {
  expect(steps.length).toBeGreaterThan(25);
});

it.each(steps)('given the file %s, it contains %s', (file, functions) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  const code = readFileSync(join(ROOT, file), 'utf8');
  for (const name of functions) expect(code).toMatch(new RegExp(`\\b(const|function|class) ${name}\\b`));
});
