import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const NX_TIMEOUT_MS = 120_000;

/** What nx prints; it looks at the workspace anew, with no process of its own left behind. */
function nx(...args: string[]): Promise<unknown> {
  const env = {
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env['PATH']}`,
    NX_DAEMON: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
  return new Promise((resolve, reject) => {
    execFile(
      join(BIN, 'nx'),
      [...args, '--json'],
      { cwd: ROOT, env, timeout: NX_TIMEOUT_MS, maxBuffer: 1 << 24 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stdout + stderr));
        else resolve(JSON.parse(stdout));
      },
    );
  });
}

const affectedBy = async (file: string): Promise<string[]> =>
  ((await nx('show', 'projects', '--affected', '--files', file)) as string[]).sort();

it(
  'a change in one service is tested and built there alone; one in a library wherever it is used',
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
  'a service has a test and a build of its own, which need no other project to have run',
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

it('every service keeps a log of its changes', () => {
  const services = readdirSync(join(ROOT, 'services')).filter(
    (name) =>
      readdirSync(join(ROOT, 'services', name)).includes('package.json') &&
      !['acceptance', 'system-test'].includes(name),
  );
  expect(services.length).toBeGreaterThanOrEqual(7);
  for (const service of services) expect(readdirSync(join(ROOT, 'services', service))).toContain('CHANGELOG.md');
});
