import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');

/** Functions and files of the tables of paths. */
const steps = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , functions = '', file = '']) => functions.startsWith('`') && file.endsWith('.ts'))
  .map(([, , functions = '', file = '']) => [file, functions.replaceAll('`', '').split(', ')] as const);

it('has a table for each path', () => {
  expect(steps.length).toBeGreaterThan(30);
});

it.each(steps)('given the file %s, it contains %s', (file, functions) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  const code = readFileSync(join(ROOT, file), 'utf8');
  for (const name of functions) expect(code).toMatch(new RegExp(`\\b(const|function|class) ${name}\\b`));
});
