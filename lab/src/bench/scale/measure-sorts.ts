import { people } from '@porchlight/contracts';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { percentile } from '../../statistics';
import { findDeepPage } from './scale-subjects';

const REQUESTS = 5;
const PAGE = 5;

/** One page of one sort in the small and the large account, ms. */
export interface SortRow {
  readonly name: string;
  readonly small: number;
  readonly big: number;
  readonly bad: number;
}

/** Medians and the slowest rows of all sorts. */
export interface SortsResult {
  readonly rows: number;
  /** p95 of the medians of all rows, ms. */
  readonly p95: readonly [number, number];
  readonly slowest: readonly SortRow[];
  readonly bad: number;
}

const measure = async (client: ServiceClient, path: string): Promise<{ median: number; bad: number }> => {
  const took: number[] = [];
  let bad = 0;
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    const start = performance.now();
    const { status } = await client.call({ method: 'GET', path });
    took.push(performance.now() - start);
    if (status !== 200) bad += 1;
  }
  return { median: percentile(took, 0.5), bad };
};

/** Every sort of people in both directions, first and fifth page, one caller, both accounts in turn. */
export const measureSorts = async (
  clients: readonly [ServiceClient, ServiceClient],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<SortsResult> => {
  const rows: SortRow[] = [];
  for (const sort of Object.keys(people.sorts).flatMap((name) => [name, `-${name}`])) {
    signal.throwIfAborted();
    const path = `/v1/people?limit=10&sort=${sort}`;
    const deep = await Promise.all(clients.map((client) => findDeepPage(client, path, PAGE)));
    for (const [page, paths] of [[1, [path, path]] as const, [PAGE, deep.map((one) => one.path)] as const]) {
      const [small, big] = [await measure(clients[0], paths[0]!), await measure(clients[1], paths[1]!)];
      rows.push({ name: `${sort}, page ${page}`, small: small.median, big: big.median, bad: small.bad + big.bad });
    }
  }
  const p95: [number, number] = [
    percentile(
      rows.map(({ small }) => small),
      0.95,
    ),
    percentile(
      rows.map(({ big }) => big),
      0.95,
    ),
  ];
  say(`scale: ${rows.length} pages of sorts: p95 ${p95[0].toFixed(0)} and ${p95[1].toFixed(0)} ms`);
  const slowest = rows.toSorted((a, b) => b.big - a.big).slice(0, 8);
  return { rows: rows.length, p95, slowest, bad: rows.reduce((sum, { bad }) => sum + bad, 0) };
};
