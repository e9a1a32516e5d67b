import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { hasPythonModule, requireTool } from '@porchlight/testkit';

const root = resolve(__dirname, '../../..');
const source = resolve(__dirname, '..');
const environment = join(root, '.cache', 'sdk-python');
const folder = mkdtempSync(join(tmpdir(), 'sdk-python-'));
const TIMEOUT_MS = 300_000;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the folder with the built package. The error of a failure contains all that it printed. */
const run = async (command: string, given: readonly string[], cwd = folder): Promise<string> => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PORCHLIGHT_README: join(source, 'README.md') };
  try {
    const { stdout, stderr } = await promisify(execFile)(command, given, { cwd, env, timeout: TIMEOUT_MS });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${given.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
};
const python = (...given: string[]): Promise<string> => run(join(environment, 'bin', 'python'), given);

/** Installs the pinned packages of the tests once. */
async function prepareEnvironment(): Promise<void> {
  const requirements = join(source, 'requirements-test.txt');
  const stamp = join(environment, '.requirements');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  mkdirSync(environment, { recursive: true });
  await run('python3', ['-m', 'venv', '--clear', environment]);
  await python('-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements);
  writeFileSync(stamp, hash);
}

// zoneinfo exists since Python 3.9.
const hasPython = hasPythonModule('python3', 'venv, ensurepip, zoneinfo');

requireTool('Python 3.9 or newer with venv', hasPython).describe('the Python SDK', () => {
  beforeAll(async () => {
    const builder = pathToFileURL(join(root, 'tools/bootstrap/build-sdk-python.mjs')).href;
    const build = `import(${JSON.stringify(builder)}).then((m) => m.buildSdkPython(${JSON.stringify(folder)}))`;
    await run(process.execPath, ['-e', build]);
    cpSync(join(source, 'tests'), join(folder, 'tests'), { recursive: true });
    await prepareEnvironment();
  }, TIMEOUT_MS);

  it(
    'given the layer written by hand and the README, then their tests in Python pass',
    async () => {
      expect(await python('-m', 'unittest', 'discover', '-t', '.', '-s', 'tests')).toMatch(/Ran [45]\d tests[^]*OK/);
    },
    TIMEOUT_MS,
  );

  it(
    'given mypy --strict for Python 3.9, then the package and the examples of the README are typed',
    async () => {
      const blocks = [...readFileSync(join(source, 'README.md'), 'utf8').matchAll(/```python\n([^]*?)```/g)];
      writeFileSync(join(folder, 'readme_examples.py'), blocks.map(([, code]) => code).join('\n'));
      const options = [
        '--strict',
        '--no-warn-return-any',
        '--python-version',
        '3.9',
        '--cache-dir',
        join(environment, 'mypy'),
      ];
      expect(await python('-m', 'mypy', ...options, 'porchlight', 'readme_examples.py')).toMatch(/^Success/);
    },
    TIMEOUT_MS,
  );

  it(
    'given a misspelled field of a body or of a record, then mypy names it',
    async () => {
      const code = [
        'from porchlight import Porchlight',
        'api = Porchlight("https://x", api_key="k")',
        'api.people.create({"frstName": "Ada"})',
        'api.people.get(1).frst_name',
      ];
      writeFileSync(join(folder, 'misspelled.py'), code.join('\n'));
      await expect(python('-m', 'mypy', '--cache-dir', join(environment, 'mypy'), 'misspelled.py')).rejects.toThrow(
        /misspelled.py:3: error: Extra key "frstName"[^]*misspelled.py:4: error: "Person" has no attribute "frst_name"/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'given the wheel, then it has the version of package.json, the licence and the marker of types',
    async () => {
      await python('-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '-w', 'wheels', '.');
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
      const [wheel] = readdirSync(join(folder, 'wheels'));
      expect(wheel).toBe(`porchlight-${version}-py3-none-any.whl`);
      const names = await python('-m', 'zipfile', '-l', join('wheels', wheel!));
      expect(names).toContain('porchlight/py.typed');
      expect(names).toContain('porchlight/_generated/models.py');
      expect(names).toMatch(/LICENSE/);
      expect(statSync(join(folder, 'wheels', wheel!)).size).toBeLessThan(300_000);
    },
    TIMEOUT_MS,
  );

  it(
    'given the wheel that the build writes without Python, then pip installs it with the files and the requirement of the source',
    async () => {
      const writer = pathToFileURL(join(root, 'tools/bootstrap/write-wheel.mjs')).href;
      const wheel = join(folder, 'porchlight-1.2.3-py3-none-any.whl');
      const write = `import(${JSON.stringify(writer)}).then((m) => m.writeWheel(${JSON.stringify(folder)}, ${JSON.stringify(wheel)}))`;
      await run(process.execPath, ['-e', write]);
      await python('-m', 'pip', 'install', '--quiet', '--no-deps', '--target', 'installed', wheel);
      const names = readdirSync(join(folder, 'installed', 'porchlight'), { recursive: true });
      expect(names).toEqual(expect.arrayContaining(['py.typed', '_client.py', join('_generated', 'models.py')]));
      const [info] = readdirSync(join(folder, 'installed')).filter((name) => name.endsWith('.dist-info'));
      const metadata = readFileSync(join(folder, 'installed', info!, 'METADATA'), 'utf8');
      expect(metadata).toContain('Requires-Python: >=3.9\nRequires-Dist: httpx>=0.27,<1\n');
      expect(metadata).toContain('# porchlight: the API from Python');
    },
    TIMEOUT_MS,
  );
});
