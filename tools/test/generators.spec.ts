import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { scratchFolder } from './scratch-folder';

const ROOT = join(__dirname, '..', '..');
const STEP_TIMEOUT_MS = 240_000;
const OWN = '@porchlight';

/** The tree as it is, without what was made from it; npm's packages are linked, the workspace's own are the copy's. */
function copyTree(copy: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(copy, file), { verbatimSymlinks: true });
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, OWN), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(realpathSync(from), name), join(to, name));
  for (const name of readdirSync(join(from, OWN)))
    symlinkSync(readlinkSync(join(from, OWN, name)), join(to, OWN, name));
  for (const project of [
    'tools',
    'perf',
    ...['libs', 'services'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name))),
  ])
    if (existsSync(join(ROOT, project, 'node_modules')))
      symlinkSync(realpathSync(join(ROOT, project, 'node_modules')), join(copy, project, 'node_modules'));
}

const copy = join(scratchFolder(), 'porchlight');
const bin = join(ROOT, 'node_modules', '.bin');

/** Runs a tool of node_modules in the copy and answers what it printed; all of that when it fails. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env['PATH']}`,
    NX_DAEMON: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
  };
  const done = promisify(execFile)(join(bin, tool), args, {
    cwd: copy,
    env,
    timeout: STEP_TIMEOUT_MS,
    maxBuffer: 1 << 26,
  });
  return done.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; stderr?: string }) =>
      Promise.reject(new Error(`${tool} ${args.join(' ')}\n${error.stdout}${error.stderr}`)),
  );
}

it(
  'a generated service with two resources is typed, tested, documented, deployed and built like every other, and concerns its own team alone',
  async () => {
    copyTree(copy);
    await run('nx', 'g', '@porchlight/tools:service', 'billing');
    await run('nx', 'g', '@porchlight/tools:resource', 'price-list', '--service', 'billing');

    // The service and all that it is made of.
    writeFileSync(
      join(copy, 'tsconfig.billing.json'),
      JSON.stringify({ extends: './tsconfig.base.json', include: ['services/billing', 'libs/bus/src/**/*.d.ts'] }),
    );
    const tested = [
      '--selectProjects',
      'billing',
      'contracts',
      'openapi',
      'tools',
      '--testPathPatterns',
      'services/billing|registry|openapi-document|supply-chain|observability',
    ];
    await Promise.all([
      run('tsc', '--noEmit', '-p', 'tsconfig.billing.json'),
      run('jest', '--forceExit', '--maxWorkers=1', '--json', '--outputFile=report.json', ...tested),
    ]);
    const { testResults } = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')) as {
      testResults: { name: string; assertionResults: unknown[] }[];
    };
    const own = testResults
      .filter(({ name }) => name.includes('services/billing/'))
      .map(({ name }) => name.replace(/.*\//, ''));
    expect(own.sort()).toEqual(['app.spec.ts', 'billing-items.spec.ts', 'price-lists.spec.ts']);

    for (const service of ['billing', 'gateway']) {
      await run('node', join('tools', 'nx', 'bundle-service.mjs'), service);
      expect(readFileSync(join(copy, 'dist', 'services', service, 'main.js'), 'utf8')).toContain('priceLists');
    }
    expect(
      JSON.parse(await run('nx', 'show', 'projects', '--affected', '--files', 'services/billing/src/app.ts', '--json')),
    ).toEqual(['@porchlight/billing']);
    const targets = JSON.parse(await run('nx', 'show', 'project', '@porchlight/billing', '--json')) as {
      targets: object;
    };
    expect(Object.keys(targets.targets)).toEqual(expect.arrayContaining(['lint', 'test', 'build']));
  },
  2 * STEP_TIMEOUT_MS,
);
