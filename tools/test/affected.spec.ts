import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, ROOT, runIn } from './copied-tree';

const NX_TIMEOUT_MS = 120_000;

/** The JSON output of nx. */
const nx = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await runIn(ROOT, join(BIN, 'nx'), [...args, '--json'], NX_TIMEOUT_MS));

const affectedBy = async (file: string): Promise<string[]> =>
  ((await nx('show', 'projects', '--affected', '--files', file)) as string[]).sort();

it(
  'given a changed file, then a service affects only itself, and a library all projects that use it',
  async () => {
    expect(await affectedBy('services/deals/src/app.ts')).toEqual(['@porchlight/deals']);
    const byRpc = await affectedBy('libs/rpc/src/client/channel.ts');
    for (const name of ['rpc', 'backend', 'gateway', 'deals', 'people', 'notifier'])
      expect(byRpc).toContain(`@porchlight/${name}`);
    for (const name of ['errors', 'console', 'sdk']) expect(byRpc).not.toContain(`@porchlight/${name}`);
  },
  3 * NX_TIMEOUT_MS,
);

it(
  'given a service, then it has a test and a build of its own, which depend on no other project',
  async () => {
    const { targets } = (await nx('show', 'project', '@porchlight/deals')) as {
      targets: Record<string, { options: { command: string }; dependsOn?: string[]; outputs?: string[] }>;
    };
    expect(targets['test']).toMatchObject({
      options: { command: 'jest --config services/deals/jest.config.js' },
      dependsOn: [],
    });
    expect(targets['build']).toMatchObject({
      options: { command: 'node tools/nx/bundle-service.mjs deals' },
      dependsOn: [],
      outputs: ['{workspaceRoot}/dist/services/deals'],
    });
  },
  NX_TIMEOUT_MS,
);

it('given the services, then each has a change log', () => {
  const services = readdirSync(join(ROOT, 'services')).filter(
    (name) =>
      readdirSync(join(ROOT, 'services', name)).includes('package.json') &&
      !['acceptance', 'system-test'].includes(name),
  );
  expect(services.length).toBeGreaterThanOrEqual(7);
  for (const service of services) expect(readdirSync(join(ROOT, 'services', service))).toContain('CHANGELOG.md');
});
