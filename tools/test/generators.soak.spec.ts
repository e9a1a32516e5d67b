import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, copyTree, runIn } from './copied-tree';
import { scratchFolder } from './scratch-folder';

const STEP_TIMEOUT_MS = 240_000;

const copy = join(scratchFolder(), 'porchlight');
/** Runs a program of the packages in the copy. */
const run = (tool: string, ...args: string[]): Promise<string> => runIn(copy, join(BIN, tool), args, STEP_TIMEOUT_MS);

it(
  'a generated service with two resources is typed, tested, documented, deployed and built like every other, and concerns its own team alone',
  async () => {
    copyTree(copy);
    await run('nx', 'g', '@porchlight/tools:service', 'billing');
    await run('nx', 'g', '@porchlight/tools:resource', 'price-list', '--service', 'billing');

    // The service and all that it is made of.
    writeFileSync(
      join(copy, 'tsconfig.billing.json'),
      JSON.stringify({ extends: './tsconfig.base.json', include: ['services/billing', 'libs/*/src/**/*.d.ts'] }),
    );
    await run('tsc', '--noEmit', '-p', 'tsconfig.billing.json');
    const test = (project: string, ...args: string[]) => run('jest', '--config', `${project}/jest.config.js`, ...args);
    await test('services/billing', '--json', '--outputFile=report.json');
    await test('libs/contracts', 'registry');
    await test('libs/openapi', 'openapi-document');
    await test('tools', 'supply-chain|observability');
    const { testResults } = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')) as {
      testResults: { name: string; assertionResults: unknown[] }[];
    };
    const suites = testResults
      .filter(({ name }) => name.includes('services/billing/'))
      .map(({ name }) => name.replace(/.*\//, ''));
    expect(suites.sort()).toEqual(['app.spec.ts', 'billing-items.spec.ts', 'price-lists.spec.ts']);

    for (const service of ['billing', 'gateway']) {
      await run('node', join('tools', 'nx', 'bundle-service.mjs'), service);
      expect(readFileSync(join(copy, 'dist', 'services', service, 'main.js'), 'utf8')).toContain('priceLists');
    }
    const affected = JSON.parse(
      await run('nx', 'show', 'projects', '--affected', '--files', 'services/billing/src/app.ts', '--json'),
    ) as string[];
    expect(affected).toContain('@porchlight/billing');
    // Checks of the whole tree depend on every file; no other service and no library does.
    for (const other of ['people', 'deals', 'marketing', 'auth', 'notifier', 'gateway', 'contracts', 'store'])
      expect(affected).not.toContain(`@porchlight/${other}`);
    const targets = JSON.parse(await run('nx', 'show', 'project', '@porchlight/billing', '--json')) as {
      targets: object;
    };
    expect(Object.keys(targets.targets)).toEqual(expect.arrayContaining(['lint', 'test', 'build']));
  },
  2 * STEP_TIMEOUT_MS,
);
