import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryProgram } from '../launcher/run-program';
import { readCounts, type JestReport } from '../test/read-counts';
import type { Tally } from '../test/tally';
import { countCheck, type SuiteContext } from './e2e-context';

/** Runs jest with the environment `env` added and counts its tests. */
export async function runJest(context: SuiteContext, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Tally> {
  const { root, node, say, signal, strict } = context;
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-jest-'));
  const report = join(scratch, 'report.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  try {
    const { output } = await tryProgram(node, [jest, '--json', `--outputFile=${report}`, ...args], {
      cwd: root,
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
      signal,
      live: true,
    });
    if (!existsSync(report)) return countCheck(say, 'jest writes a report', false, output.slice(-2_000));
    return readCounts(JSON.parse(readFileSync(report, 'utf8')) as JestReport, { root, strict });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
