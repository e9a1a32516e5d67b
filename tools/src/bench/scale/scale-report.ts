import Table from 'cli-table3';
import type { ScaleResult } from './run-scale';

/** What the targets of scale are: p95 of the large account by the small one's, ms of a search. */
const SCALE_TARGETS = { ratio: 1.5, search: 50 } as const;

const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1));
const mark = (good: boolean): string => (good ? '✓ pass' : '✗ MISS');
const table = (head: string[]): Table.Table =>
  new Table({ head, style: { head: [], border: [] }, colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')) });

/** The scale part of the report as text. */
export const renderScale = ({ sizes, rows, sorts, search, paging }: ScaleResult, connections: number): string => {
  const [small, big] = sizes.map((size) => size.toLocaleString('en')) as [string, string];
  const compared = table([`p95 ms at ${connections} connections`, `${small} people`, `${big} people`, 'ratio', 'target', '']);
  for (const row of rows) {
    const bad = row.small.bad + row.big.bad;
    const verdict = [mark(row.ratio <= SCALE_TARGETS.ratio), bad > 0 ? `${bad} not good` : ''].filter(Boolean).join(', ');
    compared.push([row.name, ms(row.small.p95), ms(row.big.p95), row.ratio.toFixed(2), `≤ ${SCALE_TARGETS.ratio}`, verdict]);
  }
  compared.push(['part of a name, one caller', '', ms(search.p95), '', `< ${SCALE_TARGETS.search} ms`, mark(search.p95 < SCALE_TARGETS.search && search.bad === 0)]);
  const sorted = table(['sort: median ms of a page, one caller', `${small} people`, `${big} people`, 'ratio', '']);
  for (const row of sorts) sorted.push([row.sort, ms(row.small), ms(row.big), (row.big / row.small).toFixed(2), row.bad > 0 ? `${row.bad} not answered` : '']);
  const { pages, first, highest, last } = paging;
  return [
    `Scale: the same requests to an account of ${small} people and one of ${big}, in turn.`,
    compared.toString(),
    'Sorts: on a server that does not stop at `limit` (the embedded one) the cost grows with the account; see docs/adr/0010-activity-sorts.md.',
    sorted.toString(),
    `People service while paging through all ${big} (${pages} pages): ${ms(first)} MB at first, ${ms(highest)} MB at most, ${ms(last)} MB at last.`,
  ].join('\n');
};
