import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackendChoice } from '../launcher/backend-choice';
import { removeVolumesOf, startBackends } from '../launcher/backends';
import { dataFolderAt, openDataFolder } from '../launcher/data-folder';
import { startGuard } from '../launcher/guard';
import type { Kept, KeptEvents } from '../launcher/kept';
import { choosePorts } from '../launcher/ports';
import { STACK_PROJECTS } from './acceptance-stage';
import { runJest } from './run-jest';
import type { Stage } from './stage';

const TIMEOUT_MS = 15 * 60_000;

/** Unit, conformance and service tests, with real backends that are started once and given by address. */
export const unitStage: Stage = {
  name: 'unit',
  about: 'unit, conformance and service tests',
  async run(context) {
    const { root, projects, say } = context;
    const choice = readBackendChoice();
    const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-test-')));
    openDataFolder(folder);
    const guard = startGuard(folder.connectionFile);
    const kept: Kept[] = [];
    const events: KeptEvents = {
      started: (_name, pid) => guard.addProcess(pid),
      ended: (_name, pid) => guard.removeProcess(pid),
      ready: (name) => say(`${name} is up`),
      died: (name, how) => say(`${name} ended (${how}); starting it again`),
    };
    try {
      const ports = await choosePorts(folder.portsFile, 0);
      const plan = { root, choice, folder, ports, guard, events, onKept: (one: Kept) => void kept.push(one) };
      const { addresses } = await startBackends(plan);
      const env = {
        TEST_MONGODB_URI: addresses.mongodbUris.people,
        TEST_KAFKA_BROKERS: addresses.kafkaBrokers.join(','),
      };
      const selection =
        projects.length > 0 ? ['--selectProjects', ...projects] : ['--ignoreProjects', ...STACK_PROJECTS];
      return await runJest(context, ['--maxWorkers=2', ...selection], env, TIMEOUT_MS);
    } finally {
      await Promise.all(kept.map((one) => one.stop()));
      await removeVolumesOf(folder, choice);
      guard.close();
      rmSync(folder.path, { recursive: true, force: true });
    }
  },
};
