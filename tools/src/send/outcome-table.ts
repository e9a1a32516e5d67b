import { formatTable } from '../operator/print';
import type { SentSample } from './send-samples';

const expectation = ({ sample }: SentSample): string => {
  const { status, samePersonAs, notPersonOf } = sample.expect;
  const number = (file: string): string => file.replace(/-.*$/, '');
  return [
    String(status),
    samePersonAs && `same person as ${number(samePersonAs)}`,
    notPersonOf && `not ${number(notPersonOf)}`,
  ]
    .filter(Boolean)
    .join(', ');
};

const got = ({ status, personId }: SentSample): string =>
  status === 0 ? 'no answer' : personId === undefined ? String(status) : `${status}, person ${personId}`;

/** Formats a table with the expected and the actual result of each sample. */
export function renderOutcomes(outcomes: readonly SentSample[]): string {
  const rows = outcomes.map((one) => [
    one.sample.file,
    expectation(one),
    got(one),
    one.ms.toFixed(0),
    one.problems.length === 0 ? 'ok' : 'DIFFERS',
  ]);
  return formatTable(['lead', 'expected', 'got', 'ms', ''], rows, { compact: true });
}

/** Formats the differences, and a last line with the totals. */
export function renderProblems(outcomes: readonly SentSample[]): string {
  const wrong = outcomes.filter((one) => one.problems.length > 0);
  const lines = wrong.flatMap((one) => [
    `${one.sample.file}: ${one.sample.description}`,
    ...one.problems.map((problem) => `    ${problem}`),
  ]);
  return [...lines, `${outcomes.length - wrong.length} of ${outcomes.length} leads had the expected result.`].join(
    '\n',
  );
}
