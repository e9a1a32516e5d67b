import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackendChoice } from '../launcher/backend-choice';
import { removeDataVolumes, startBackends } from '../launcher/backends';
import { dataFolderAt, openDataFolder } from '../launcher/data-folder';
import { startGuard } from '../launcher/guard';
import type { Supervised, ProcessEvents } from '../launcher/supervised';
import { choosePorts } from '../launcher/ports';
import { STACK_PROJECTS } from './acceptance-stage';
import { NO_TESTS, runJest, SOAK_FILES } from './run-jest';
import { sum, type Stage, type StageContext, type Tally } from './stage';

/** Unit, conformance and service tests. A project whose files and libraries have not changed does not run again. */
export const unitStage: Stage = {
  name: 'unit',
  about: 'unit, conformance and service tests',
  suite: 'test',
  cached: 'self',
  lane: 'unit',
  async run(context) {
    const cached = await context.cache.begin();
    const projects = listProjects(context);
    const key = (project: string) => ({ suite: 'unit', project });
    const earlier = projects.map((project) => cached.find(key(project)));
    const changed = projects.filter((_, at) => earlier[at] === undefined);
    const unchanged = sum(earlier.filter((tally) => tally !== undefined));
    if (changed.length < projects.length)
      context.say(
        `${projects.length - changed.length} of ${projects.length} projects are unchanged since they passed ` +
          `(${unchanged.passed} tests)`,
      );
    if (changed.length === 0) return unchanged;
    const tally = await withBackends(context, (env) =>
      runJest(context, ['--maxWorkers=2', ...SOAK_FILES.excluded, ...select(changed)], env),
    );
    const { projects: counts } = tally;
    if (counts && !context.signal.aborted)
      await cached.store(changed.map((project) => ({ ...key(project), tally: counts.get(project) ?? NO_TESTS })));
    return sum([unchanged, tally]);
  },
};

/** Unit and service tests of a process that is killed, and of random operations (`*.soak.spec.ts`). */
export const unitSoakStage: Stage = {
  name: 'unit-soak',
  about: 'services that crash at any operation, random operations',
  suite: 'soak',
  cached: 'never',
  run: (context) =>
    withBackends(context, (env) =>
      runJest(context, ['--maxWorkers=2', ...SOAK_FILES.only, ...select(listProjects(context))], env),
    ),
};

/** Folders of the selected jest projects, all except acceptance by default. */
function listProjects({ root, projects }: StageContext): string[] {
  return ['libs', 'services']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .concat('tools', 'lab')
    .filter(
      (folder) => existsSync(join(root, folder, 'jest.config.js')) && !STACK_PROJECTS.includes(displayName(folder)),
    )
    .filter((folder) => projects.length === 0 || projects.includes(displayName(folder)));
}

/** The name of a jest project is that of its folder. */
const displayName = (folder: string): string => folder.replace(/.*\//, '');
const select = (folders: readonly string[]): string[] => ['--selectProjects', ...folders.map(displayName)];

/** Starts one database and one Kafka for all test files, and passes their addresses in the environment. */
async function withBackends<T extends Tally>(
  { root, say }: StageContext,
  run: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const choice = readBackendChoice();
  const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-test-')));
  openDataFolder(folder);
  const guard = startGuard(folder.connectionFile);
  const processes: Supervised[] = [];
  const events: ProcessEvents = {
    started: (_name, pid) => guard.addProcess(pid),
    ended: (_name, pid) => guard.removeProcess(pid),
    ready: (name) => say(`${name} is up`),
    died: (name, how) => say(`${name} ended (${how}); starting it again`),
  };
  try {
    const ports = await choosePorts(folder.portsFile, 0);
    const onStart = (one: Supervised): void => void processes.push(one);
    // Tests that kill a database start their own.
    const plan = { root, choice, folder, ports, guard, events, onStart, isScratch: true };
    const { mongodbUris, kafkaBrokers } = await startBackends(plan);
    return await run({
      TEST_MONGODB_URI: mongodbUris.people,
      TEST_KAFKA_BROKERS: kafkaBrokers.join(','),
    });
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
    await removeDataVolumes(folder, choice);
    guard.close();
    rmSync(folder.path, { recursive: true, force: true });
  }
}
