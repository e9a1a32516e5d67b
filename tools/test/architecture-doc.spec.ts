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

/** Kinds of jobs that services declare. */
const listJobs = (): string[] => {
  const services = readdirSync(join(ROOT, 'services')).map((service) => join('services', service, 'src'));
  const folders = [...services, join('libs', 'backend', 'src')].map((folder) => join(ROOT, folder));
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /(?<!\.spec)\.ts$/.test(file));
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return [...sources.matchAll(/defineJob(?:<.*?>)?\(\{\s*(?:\/\*\*.*?\*\/\s*)?name: '(\w+)'/gs)].map(
    ([, name = '']) => name,
  );
};

it('given a declared job, then docs/adr/0047-background-work.md lists it among all workers: add yours there', () => {
  const workers = readFileSync(join(ROOT, 'docs', 'adr', '0047-background-work.md'), 'utf8');
  const jobs = listJobs();
  expect(jobs).toContain('reassignmentJobs');
  expect(jobs.filter((name) => !workers.includes(`\`${name}\``))).toEqual([]);
});
