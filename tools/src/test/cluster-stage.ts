import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackendChoice } from '../launcher/backend-choice';
import { readJson } from '../launcher/private-file';
import { tryProgram } from '../launcher/run-program';
import { areProgramsBuilt } from '../cluster/binaries';
import { listMissingRequirements } from '../cluster/requirements';
import type { NamedResult } from '../cluster/test';
import { countCheck, sum, type Stage, type Tally } from './stage';

const MINUTE = 60_000;
/** Builds the programs if the download cache lacks them; without it the stage then does not run. */
const BUILD_VARIABLE = 'PORCHLIGHT_CLUSTER';
const UP_MS = 60 * MINUTE;
const INSTALL_MS = 10 * MINUTE;
const TEST_MS = 30 * MINUTE;
const DOWN_MS = 5 * MINUTE;

/** The chart on a Kubernetes of this machine, where that can run. */
export const clusterStage: Stage = {
  name: 'cluster',
  about: 'the chart on a Kubernetes of this machine: upgrades, drains, killed pods',
  suite: 'soak',
  cached: 'never',
  async run({ root, node, signal, say }) {
    const reason = explainAbsence(root);
    if (reason !== undefined) return countCheck(say, `without a cluster: ${reason}`, true, '');
    const scratch = mkdtempSync(join(tmpdir(), 'porchlight-cluster-'));
    const report = join(scratch, 'checks.json');
    const run = async (args: readonly string[], timeoutMs: number, stop?: AbortSignal): Promise<Tally> => {
      const main = join(root, 'dist', 'tools', 'cluster', 'main.js');
      const command = [main, '--data', join(scratch, 'state'), ...args];
      const { ok } = await tryProgram(node, command, {
        cwd: root,
        timeoutMs,
        live: true,
        ...(stop && { signal: stop }),
      });
      return countCheck(say, `cluster ${args[0]}`, ok, 'see above');
    };
    const tallies: Tally[] = [];
    try {
      tallies.push(await run(['up'], UP_MS, signal));
      if (sum(tallies).failed === 0) tallies.push(await run(['install'], INSTALL_MS, signal));
      if (sum(tallies).failed === 0) {
        await run(['test', '--json', report], TEST_MS, signal);
        const results = readJson<NamedResult[]>(report) ?? [];
        tallies.push(
          ...results.map(({ name, ok, detail }) => countCheck(say, name, ok, detail)),
          countCheck(say, 'the checks of the cluster have run', results.length > 0, 'there is no report'),
        );
      }
    } finally {
      tallies.push(await run(['down'], DOWN_MS));
      rmSync(scratch, { recursive: true, force: true });
    }
    return sum(tallies);
  },
};

/** Why the stage does not run on this machine; undefined if it does. */
function explainAbsence(root: string): string | undefined {
  const missing = listMissingRequirements();
  if (missing.length > 0) return `this machine lacks ${missing.join(', ')}`;
  const { kafka, database } = readBackendChoice();
  if (kafka.kind !== 'native' || database.kind !== 'secantus') return 'it needs the embedded Kafka and database';
  if (process.env[BUILD_VARIABLE] === 'true' || areProgramsBuilt(root, process.env['PORCHLIGHT_DOWNLOADS'] ?? ''))
    return undefined;
  return `its programs are not in the download cache; "npm run cluster -- up" or ${BUILD_VARIABLE}=true builds them`;
}
