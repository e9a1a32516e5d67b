import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { sum, type Tally } from './tally';

/** The part of jest's JSON report (`--json`) that is counted. */
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

/** A claim about a run, as `--json` of chaos and abuse writes it. */
interface Claim {
  readonly claim: string;
  readonly ok: boolean;
  readonly wrong: readonly string[];
}

/** Failed tests of one file that are named. */
const MAX_FAILURES_PER_FILE = 3;
const MAX_LINES = 12;

/** What a target writes into `.cache/results`: a report of jest, claims of the lab, or counts. */
export type Counts = JestReport | readonly Claim[] | Tally;

/** Reads the counts of a target. With `strict`, a skipped test counts as failed. */
export function readCounts(counts: Counts, { root, strict }: { root: string; strict: boolean }): Tally {
  if ('testResults' in counts) return sum(counts.testResults.map((file) => countFile(file, root, strict)));
  if ('failures' in counts) return counts;
  return sum(
    counts.map(({ claim, ok, wrong }) => ({
      passed: ok ? 1 : 0,
      failed: ok ? 0 : 1,
      skipped: 0,
      failures: ok ? [] : [firstLines(`${claim}\n${wrong.join('\n')}`)],
    })),
  );
}

/** Counts the tests of a file; a file that could not run counts as one failed test. */
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
      ...listFailures(file, name),
      ...(forbidden > 0 ? [`${name}: ${forbidden} tests were skipped; CI requires all of them`] : []),
    ],
  };
}

/** Names each failed test with its file and the first lines of its message. */
function listFailures(
  { status, message, assertionResults }: JestReport['testResults'][number],
  file: string,
): string[] {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [firstLines(`${file}\n${message}`)] : [];
  const named = failed
    .slice(0, MAX_FAILURES_PER_FILE)
    .map(({ fullName, failureMessages }) => firstLines(`${file}: ${fullName}\n${failureMessages?.[0] ?? ''}`));
  const more = failed.length - named.length;
  return more > 0 ? [...named, `${file}: … and ${more} more`] : named;
}

/** The first lines of a text that are not empty, without colors. */
export const firstLines = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .join('\n');
