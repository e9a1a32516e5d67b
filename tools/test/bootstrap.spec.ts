import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const ROOT = join(__dirname, '..', '..');

function bootstrap(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

it('names the commands when it does not know one', async () => {
  const { code, output } = await bootstrap(['strat'], { PATH: process.env['PATH'] ?? '' });
  expect(code).toBe(2);
  expect(output).toMatch(/'strat'.*start, stop, test/s);
});

it('every npm script that is a command is known to the bootstrap, and the lock file knows the packages of all platforms', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const source = readFileSync(join(ROOT, 'tools', 'bootstrap', 'bootstrap.mjs'), 'utf8');
  const commands = Object.values(scripts).flatMap(
    (script) => /^node tools\/bootstrap\.mjs (\w+)$/.exec(script)?.[1] ?? [],
  );
  expect(commands).toEqual(
    expect.arrayContaining(['start', 'stop', 'test', 'porchlight', 'send', 'receiver', 'bench']),
  );
  for (const command of commands) expect(source).toMatch(new RegExp(`^  ${command}: \\{`, 'm'));
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: object }>;
  };
  const missing = Object.values(lock.packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});

it('given sources with characters outside Latin-1, when they are bundled, then the bundle has none', async () => {
  const source = [
    '// a ≠ b',
    'export const texts = ["—", `–`, "😀"]; /* ’ */',
    'export const patterns = [/^[‘’]$/u, /^😀$/u, /^[‘’]$/];',
  ].join('\n');
  const print = `
    import { transform } from 'esbuild';
    import { COMPACT, escapeWide } from './tools/bootstrap/build.mjs';
    const { code } = await transform(${JSON.stringify(source)}, { ...COMPACT, format: 'cjs' });
    console.log(JSON.stringify(escapeWide(code)));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', print], { cwd: ROOT, encoding: 'utf8' });
  const code = JSON.parse(printed) as string;
  expect(code).toMatch(/^[\0-\u00ff]+$/);
  const bundle = { exports: {} as { texts: string[]; patterns: RegExp[] } };
  runInNewContext(code, { module: bundle });
  const { texts, patterns } = bundle.exports;
  expect([...texts]).toEqual(['—', '–', '😀']);
  expect(patterns.map((pattern) => ['‘', '’', '😀'].map((text) => pattern.test(text)))).toEqual([
    [true, true, false],
    [false, false, true],
    [true, true, false],
  ]);
});

it('the pinned images are those of docker-compose.yml', () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  expect(compose).toMatch(/&kafka-image apache\/kafka:\d+\.\d+\.\d+\n/);
  expect(compose).toMatch(/&mongodb-image mongo:\d/);
  expect(existsSync(join(ROOT, 'deploy', 'docker', 'Dockerfile'))).toBe(true);
});
