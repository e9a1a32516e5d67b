import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command';
import type { StageContext, Tally } from './stage';

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

/** How long jest may take to end after its report; then something was left open. */
const END_TIMEOUT_MS = 20_000;
const POLL_MS = 500;

/** Runs jest, prints as it goes, and counts tests; a suite that could not run counts as one failed test. */
export async function runJest(context: StageContext, args: readonly string[], env: NodeJS.ProcessEnv, timeoutMs: number): Promise<Tally> {
  const { root, node, say, signal } = context;
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-jest-'));
  const report = join(scratch, 'report.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const lingering = endWhenReported(report, signal);
  try {
    const result = await runCommand(
      node,
      [jest, '--json', `--outputFile=${report}`, '--passWithNoTests', ...args],
      { cwd: root, env: { ...process.env, ...env, NODE_OPTIONS: '' }, timeoutMs, signal: lingering.signal, live: true },
    );
    const counted = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
    if (!counted) {
      say(result.timedOut ? `FAILED  jest took longer than ${timeoutMs / 1000} s` : 'FAILED  jest did not report');
      return { passed: 0, failed: 1 };
    }
    if (lingering.ended()) say(`FAILED  jest did not end within ${END_TIMEOUT_MS / 1000} s of its report: a test left something open`);
    const extra = lingering.ended() ? 1 : 0;
    return { passed: counted.numPassedTests, failed: counted.numFailedTests + counted.numRuntimeErrorTestSuites + extra };
  } finally {
    lingering.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Fires some time after the report was written, or when the outer signal does. */
function endWhenReported(report: string, outer: AbortSignal): { signal: AbortSignal; ended(): boolean; stop(): void } {
  const controller = new AbortController();
  let since: number | undefined;
  let late = false;
  const timer = setInterval(() => {
    if (!existsSync(report)) return;
    since ??= Date.now();
    if (Date.now() - since < END_TIMEOUT_MS) return;
    late = true;
    controller.abort();
  }, POLL_MS);
  const pass = (): void => controller.abort();
  outer.addEventListener('abort', pass, { once: true });
  return {
    signal: controller.signal,
    ended: () => late,
    stop() {
      clearInterval(timer);
      outer.removeEventListener('abort', pass);
    },
  };
}
