import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runCommand } from './run-command';
import type { StageContext, Tally } from './stage';

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** How long jest may take to end after its report; then something was left open. */
const END_TIMEOUT_MS = 20_000;
const POLL_MS = 500;
/** Failed tests of one file that the summary names. */
const MAX_FAILURES_PER_FILE = 3;

/** Runs jest, prints as it goes, and counts tests; a suite that could not run counts as one failed test. */
export async function runJest(
  context: StageContext,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<Tally> {
  const { root, node, say, signal } = context;
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-jest-'));
  const report = join(scratch, 'report.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const lingering = endWhenReported(report, signal);
  try {
    const result = await runCommand(node, [jest, '--json', `--outputFile=${report}`, '--passWithNoTests', ...args], {
      cwd: root,
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
      timeoutMs,
      signal: lingering.signal,
      live: true,
    });
    const counted = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
    if (!counted) {
      say(result.timedOut ? `FAILED  jest took longer than ${timeoutMs / 1000} s` : 'FAILED  jest did not report');
      return { passed: 0, failed: 1, failures: [result.timedOut ? 'jest took too long' : 'jest did not report'] };
    }
    if (lingering.ended())
      say(`FAILED  jest did not end within ${END_TIMEOUT_MS / 1000} s of its report: a test left something open`);
    const extra = lingering.ended() ? ['jest did not end after its report'] : [];
    const failed = counted.numFailedTests + counted.numRuntimeErrorTestSuites + extra.length;
    return { passed: counted.numPassedTests, failed, failures: [...listFailures(counted, root), ...extra] };
  } finally {
    lingering.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Names each failed test with its file and its message; a file whose tests could not run has one line. */
function listFailures(report: JestReport, root: string): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${stripVTControlCharacters(message)}`] : [];
    const more =
      failed.length > MAX_FAILURES_PER_FILE ? [`${file}: … and ${failed.length - MAX_FAILURES_PER_FILE} more`] : [];
    return [
      ...failed
        .slice(0, MAX_FAILURES_PER_FILE)
        .map(
          ({ fullName, failureMessages }) =>
            `${file}: ${fullName}: ${stripVTControlCharacters(failureMessages?.[0] ?? '')}`,
        ),
      ...more,
    ];
  });
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
