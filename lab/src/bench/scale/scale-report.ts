import { atMost, hundredths, table, tenths } from '../report-table';
import { TARGETS } from '../targets';
import type { ScaleResult } from './run-scale';

/** The scale part of the report as text. */
export const renderScale = ({ sizes, rows, sorts, search, paging }: ScaleResult, connections: number): string => {
  const [small, big] = sizes.map((size) => size.toLocaleString('en')) as [string, string];
  const compared = table(
    [`p95 ms at ${connections} connections`, `${small} people`, `${big} people`, 'ratio', 'target', ''],
    [
      ...rows.map((row) => [
        row.name,
        tenths(row.small.p95),
        tenths(row.big.p95),
        hundredths(row.ratio),
        ...atMost(row.ratio, TARGETS.scale, '', row.small.bad + row.big.bad),
      ]),
      [
        'part of a name, one caller',
        '',
        tenths(search.p95),
        '',
        ...atMost(search.p95, TARGETS.searchP95Ms, ' ms', search.bad),
      ],
    ],
  );
  const bySort = table(
    [`median ms of ${sorts.rows} pages of sorts, one caller`, `${small} people`, `${big} people`, 'target', ''],
    [
      [
        'p95 of all',
        tenths(sorts.p95[0]),
        tenths(sorts.p95[1]),
        ...atMost(sorts.p95[1], TARGETS.sortP95Ms, ' ms', sorts.bad),
      ],
      ...sorts.slowest.map((row) => [row.name, tenths(row.small), tenths(row.big), '', '']),
    ],
  );
  const { pages, first, highest, last } = paging;
  return [
    `Scale: the same requests to an account of ${small} people and one of ${big}, in turn.`,
    compared,
    bySort,
    `People service while paging through all ${big} (${pages} pages): ${tenths(first)} MB at first, ${tenths(highest)} MB at most, ${tenths(last)} MB at last.`,
  ].join('\n');
};
