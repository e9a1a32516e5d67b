import { hundredths, table, tenths, whole } from './report-table';
import { judgeRow } from './targets';
import type { ThroughputRow } from './throughput';

/** Formats the ratio of the medians with the range over all runs. */
const formatRatio = ({ ratio, ratios = [] }: ThroughputRow): string => {
  if (ratio === undefined) return '';
  const range = ratios.length > 1 ? ` (${hundredths(Math.min(...ratios))}–${hundredths(Math.max(...ratios))})` : '';
  return hundredths(ratio) + range;
};

/** Formats rows of throughput beside their other side. */
export const renderThroughput = (
  rows: readonly ThroughputRow[],
  { own = 'service /s', other = 'bare /s' }: { own?: string; other?: string } = {},
): string =>
  table(
    ['', own, 'runs', 'p50 ms', 'p99 ms', other, 'ratio', 'target', ''],
    rows.map((row) => [
      row.name,
      whole(row.service),
      row.serviceRuns.map(whole).join(' '),
      tenths(row.p50),
      tenths(row.p99),
      row.bare === undefined ? '' : whole(row.bare),
      formatRatio(row),
      ...judgeRow(row),
    ]),
  );
