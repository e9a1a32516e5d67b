import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { tryProgram } from '../launcher/run-program';
import { sum, type StageContext, type Tally } from './stage';

/** The part of jest's JSON report that is counted. */
export interface JestReport {
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

/** Arguments that leave out the files of the soak suite, or select only them. */
export const SOAK_FILES = {
  excluded: ['--testPathIgnorePatterns', '/node_modules/', '\\.soak\\.spec\\.ts$'],
  only: ['--testPathPatterns', '\\.soak\\.spec\\.ts$'],
} as const;

/** Time limit for jest to end after its report; a longer run has open handles. */
const END_TIMEOUT_MS = 20_000;
const POLL_MS = 500;
/** Of the output of a run that was ended. */
const SHOWN_LINES = 10;
/** Failed tests of one file that the summary names. */
const MAX_FAILURES_PER_FILE = 3;

/** Counts of a run of jest. */
export interface JestTally extends Tally {
  /** Counts by folder of a project; undefined if jest did not report or did not end. */
  readonly projects?: ReadonlyMap<string, Tally>;
}

/** Runs jest and counts tests; a file that could not run counts as one failed test. */
export async function runJest(
  context: StageContext,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<JestTally> {
  const { root, node, say, signal } = context;
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-jest-'));
  const report = join(scratch, 'report.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const lingering = endWhenReported(report, signal);
  const fail = (line: string, message: string): Tally => {
    say(`FAILED  ${line}`);
    return { passed: 0, failed: 1, skipped: 0, failures: [message] };
  };
  try {
    const result = await tryProgram(node, [jest, '--json', `--outputFile=${report}`, '--passWithNoTests', ...args], {
      cwd: root,
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
      signal: lingering.signal,
      live: true,
    });
    const counted = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
    if (!counted)
      return result.timedOut
        ? fail(result.output.split('\n').slice(-SHOWN_LINES).join('\n'), 'jest made no progress')
        : fail('jest did not report', 'jest did not report');
    const tally = countReport(counted, root, context.strict);
    if (!lingering.ended()) return tally;
    const open = fail(
      `jest did not end within ${END_TIMEOUT_MS / 1000} s of its report: a test left a resource open`,
      'jest did not end after its report',
    );
    return sum([tally, open]);
  } finally {
    lingering.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Counts the tests of a report, in all and by project. A skipped test counts as failed if the run is strict. */
export function countReport(
  report: JestReport,
  root: string,
  strict: boolean,
): JestTally & Required<Pick<JestTally, 'projects'>> {
  const projects = new Map<string, Tally>();
  for (const file of report.testResults) {
    const project = findProject(relative(root, file.name));
    const tally = countFile(file, root, strict);
    projects.set(project, sum([projects.get(project) ?? NO_TESTS, tally]));
  }
  return { ...sum([...projects.values()]), projects };
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, skipped: 0 };

const findProject = (file: string): string => /^(?:libs|services)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? '';

function countFile(file: JestReport['testResults'][number], root: string, strict: boolean): Tally {
  const count = (...states: string[]): number =>
    file.assertionResults.filter(({ status }) => states.includes(status)).length;
  const [failed, skipped] = [count('failed'), count('pending', 'todo', 'disabled')];
  const unrun = failed === 0 && file.status === 'failed' ? 1 : 0;
  const forbidden = strict ? skipped : 0;
  const name = relative(root, file.name);
  return {
    passed: count('passed'),
    failed: failed + unrun + forbidden,
    skipped: skipped - forbidden,
    failures: [
      ...listFailures(file, root),
      ...(forbidden > 0 ? [`${name}: ${forbidden} tests were skipped; CI requires all of them`] : []),
    ],
  };
}

/** Names each failed test with its file and its message; a file whose tests could not run has one line. */
function listFailures(
  { name, status, message, assertionResults }: JestReport['testResults'][number],
  root: string,
): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${stripVTControlCharacters(message)}`] : [];
  const named = failed
    .slice(0, MAX_FAILURES_PER_FILE)
    .map(
      ({ fullName, failureMessages }) =>
        `${file}: ${fullName}: ${stripVTControlCharacters(failureMessages?.[0] ?? '')}`,
    );
  const more = failed.length - named.length;
  return more > 0 ? [...named, `${file}: … and ${more} more`] : named;
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
