import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, ROOT, runIn } from './copied-tree';
import { scratchFolder } from './scratch-folder';

const NX_TIMEOUT_MS = 120_000;
const scratch = scratchFolder();

/** The JSON output of nx. */
const nx = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await runIn(ROOT, join(BIN, 'nx'), [...args, '--json'], NX_TIMEOUT_MS));

const affectedBy = async (file: string): Promise<string[]> =>
  ((await nx('show', 'projects', '--affected', '--files', file)) as string[]).sort();

/** What nx would run after a change of a file: its tasks, and its graph of projects. */
const planAfter = async (file: string) => {
  const plan = join(scratch, 'plan.json');
  await runIn(
    ROOT,
    join(BIN, 'nx'),
    ['affected', '-t', 'build', 'test', '--files', file, `--graph=${plan}`],
    NX_TIMEOUT_MS,
  );
  const { graph, tasks } = JSON.parse(readFileSync(plan, 'utf8')) as {
    graph: { dependencies: Record<string, { target: string }[]> };
    tasks: { tasks: Record<string, unknown> };
  };
  return { dependencies: graph.dependencies, tasks: Object.keys(tasks.tasks).sort() };
};

/** A project and all projects that use it, also through others. */
const listUsers = (dependencies: Record<string, { target: string }[]>, project: string): string[] => {
  const users = new Set([project]);
  // The set grows while it is read.
  for (const used of users)
    for (const [name, targets] of Object.entries(dependencies))
      if (targets.some(({ target }) => target === used)) users.add(name);
  return [...users].sort();
};

/** Projects whose tests read files of the whole repository, and lab, which uses tools. */
const OF_ALL_FILES = ['@porchlight/tools', 'deploy', 'docs', '@porchlight/lab'];
const withoutThem = (tasks: readonly string[]): string[] =>
  tasks.filter((task) => !OF_ALL_FILES.includes(task.split(':')[0]!));

it(
  'given a change inside deals, then only deals is built and tested, besides the tests that read all files',
  async () => {
    const { tasks } = await planAfter('services/deals/src/main.ts');
    expect(withoutThem(tasks)).toEqual(['@porchlight/deals:build', '@porchlight/deals:test']);
  },
  2 * NX_TIMEOUT_MS,
);

it.each([
  'proto/porchlight/deals/v1/deal_service.proto',
  'libs/contracts/src/deals/deals.resource.ts',
  'libs/contracts/consumers/deals.json',
])(
  'given a change of the contract of deals in %s, then only the users of contracts are built and tested',
  async (file) => {
    const { tasks, dependencies } = await planAfter(file);
    const users = listUsers(dependencies, '@porchlight/contracts');
    expect(tasks).toContain('@porchlight/deals:test');
    expect(
      [...new Set(withoutThem(tasks).map((task) => task.split(':')[0]!))].filter((name) => !users.includes(name)),
    ).toEqual([]);
    for (const user of ['contracts', 'deals', 'gateway', 'people']) expect(tasks).toContain(`@porchlight/${user}:test`);
    for (const name of ['errors', 'console', 'sdk', 'egress']) expect(tasks).not.toContain(`@porchlight/${name}:test`);
  },
  2 * NX_TIMEOUT_MS,
);

it(
  'given a change of a library, then all projects that use it are affected',
  async () => {
    const byRpc = await affectedBy('libs/rpc/src/client/channel.ts');
    for (const name of ['rpc', 'backend', 'gateway', 'deals', 'people', 'notifier'])
      expect(byRpc).toContain(`@porchlight/${name}`);
    for (const name of ['errors', 'console', 'sdk']) expect(byRpc).not.toContain(`@porchlight/${name}`);
  },
  2 * NX_TIMEOUT_MS,
);

it(
  'given a service, then it has a test and a build of its own, which depend on no other project',
  async () => {
    const { targets } = (await nx('show', 'project', '@porchlight/deals')) as {
      targets: Record<string, { options: { command: string }; dependsOn?: string[]; outputs?: string[] }>;
    };
    expect(targets['test']).toMatchObject({
      options: { command: expect.stringContaining('jest --config services/deals/jest.config.js') },
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
