import { loadTables, sendTable, type TableOutcome, type TableSample } from '@porchlight/testkit/src/table-samples';
import type { SampleRun, SampleTransport } from '@porchlight/testkit/src/samples';
import { formatTable } from '../operator/print';

interface SentTable extends TableOutcome {
  /** Time of preview, import and comparisons, ms. */
  readonly ms: number;
}

/** Imports the tables of a folder one after another; later ones may meet the people of earlier ones. */
export async function sendTables(folder: string, run: SampleRun, transport: SampleTransport): Promise<SentTable[]> {
  const outcomes: SentTable[] = [];
  for (const sample of await loadTables(folder)) {
    const started = performance.now();
    outcomes.push({ ...(await sendTable(sample, run, transport)), ms: performance.now() - started });
  }
  return outcomes;
}

const expectation = ({ expect: { rows, created, updated, failed } }: TableSample): string =>
  `${rows} rows: ${created} created, ${updated} updated, ${failed} failed`;

/** A table of the results, the differences, and a last line with the totals. */
export function renderTables(outcomes: readonly SentTable[]): string {
  const rows = outcomes.map(({ sample, ms, problems }) => [
    sample.file,
    expectation(sample),
    ms.toFixed(0),
    problems.length === 0 ? 'ok' : 'DIFFERS',
  ]);
  const wrong = outcomes.filter(({ problems }) => problems.length > 0);
  return [
    formatTable(['table', 'expected', 'ms', ''], rows, { compact: true }),
    ...wrong.flatMap(({ sample, problems }) => [
      `${sample.file}: ${sample.description}`,
      ...problems.map((problem) => `    ${problem}`),
    ]),
    `${outcomes.length - wrong.length} of ${outcomes.length} tables had the expected result.`,
  ].join('\n');
}
