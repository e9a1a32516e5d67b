import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson } from '../launcher/private-file';
import { tryProgram } from '../launcher/run-program';
import { countCheck, sum, type Stage, type Tally } from './stage';

/** Result of a check of the cluster, as \`cluster test --json\` writes it. */
interface NamedResult {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const MINUTE = 60_000;
const REQUIREMENTS_MS = MINUTE;
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
    const main = join(root, 'dist', 'lab', 'cluster', 'main.js');
    const requirements = await tryProgram(node, [main, 'requirements'], { cwd: root, timeoutMs: REQUIREMENTS_MS });
    if (!requirements.ok) return countCheck(say, `without a cluster: ${requirements.output.trim()}`, true, '');
    const scratch = mkdtempSync(join(tmpdir(), 'porchlight-cluster-'));
    const report = join(scratch, 'checks.json');
    const run = async (args: readonly string[], timeoutMs: number, stop?: AbortSignal): Promise<Tally> => {
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
