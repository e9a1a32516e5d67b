import { reportTable, tenths, verdict } from '../report-table';
import type { ScaleResult } from './run-scale';

/** Targets: p95 of the large account by that of the small one; duration of a search, ms. */
const SCALE_TARGETS = { ratio: 1.5, search: 50 } as const;

/** The scale part of the report as text. */
export const renderScale = ({ sizes, rows, sorts, search, paging }: ScaleResult, connections: number): string => {
  const [small, big] = sizes.map((size) => size.toLocaleString('en')) as [string, string];
  const compared = reportTable([
    `p95 ms at ${connections} connections`,
    `${small} people`,
    `${big} people`,
    'ratio',
    'target',
    '',
  ]);
  for (const row of rows) {
    const good = verdict(row.ratio <= SCALE_TARGETS.ratio, row.small.bad + row.big.bad);
    compared.push([
      row.name,
      tenths(row.small.p95),
      tenths(row.big.p95),
      row.ratio.toFixed(2),
      `≤ ${SCALE_TARGETS.ratio}`,
      good,
    ]);
  }
  compared.push([
    'part of a name, one caller',
    '',
    tenths(search.p95),
    '',
    `< ${SCALE_TARGETS.search} ms`,
    verdict(search.p95 < SCALE_TARGETS.search, search.bad),
  ]);
  const sorted = reportTable([
    'sort: median ms of a page, one caller',
    `${small} people`,
    `${big} people`,
    'ratio',
    '',
  ]);
  for (const row of sorts)
    sorted.push([
      row.sort,
      tenths(row.small),
      tenths(row.big),
      (row.big / row.small).toFixed(2),
      row.bad > 0 ? `${row.bad} not answered` : '',
    ]);
  const { pages, first, highest, last } = paging;
  return [
    `Scale: the same requests to an account of ${small} people and one of ${big}, in turn.`,
    compared.toString(),
    'Sorts: on a server that does not stop at `limit` (the embedded one) the cost grows with the account; see docs/adr/0010-activity-sorts.md.',
    sorted.toString(),
    `People service while paging through all ${big} (${pages} pages): ${tenths(first)} MB at first, ${tenths(highest)} MB at most, ${tenths(last)} MB at last.`,
  ].join('\n');
};
