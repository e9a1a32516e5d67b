import { formatTable } from '@porchlight/tools/src/operator/print';
import type { AbuseResult, Claim } from './abuse-result';
import type { NeighborMeasure } from './measure';

const HEAD = [
  'attack',
  'responses by status',
  'p50 ms',
  'p99 ms',
  'leads',
  'slowest notification ms',
  'cores: attackers, stack',
  'restarts',
];
const WIDTHS = [38, 40, 9, 9, 22, 14, 12, 12];
const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(0));

const describeLeads = ({ leads, refusedLeads, failedLeads }: NeighborMeasure): string =>
  [
    `${leads}`,
    ...(refusedLeads > 0 ? [`${refusedLeads} refused`] : []),
    ...(failedLeads > 0 ? [`${failedLeads} failed`] : []),
  ].join(', ');

/** The cells of a row that describe the neighbor. */
const describeNeighbor = (neighbor: NeighborMeasure): string[] => [
  ms(neighbor.p50),
  ms(neighbor.p99),
  describeLeads(neighbor),
  ms(neighbor.slowest),
];

/** The longest stall of a process over all attacks. */
const describeStall = (rows: AbuseResult['rows'], process: string): string => {
  const stalls = rows.flatMap(({ stalls: all = [] }) => all.filter((stall) => stall.process === process));
  const longest = stalls.toSorted((one, other) => other.ms - one.ms)[0];
  return longest ? `${ms(longest.ms)} (${ms(longest.cpuMs)} of CPU, ${longest.units.toFixed(0)} units)` : '-';
};

const describeMails = (mails: ReadonlyMap<string, number>): string => {
  const counts = [...mails.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${total} mails left the stack, to ${counts.length} mailboxes, at most ${Math.max(0, ...counts)} to one.`;
};

/** The tables of a run and, below them, what contradicts a claim. */
export const describeAbuse = (
  { quiet, attacked, rows, memory, mails = new Map() }: AbuseResult,
  claims: readonly Claim[],
  seed: number,
): string => {
  const attacks = rows.map(({ name, outcome, neighbor, cores, restarts }) => {
    const statuses = Object.entries(outcome.statuses).map(
      ([status, count]) => `${status === '0' ? 'none' : status}: ${count}`,
    );
    return [
      name,
      [...statuses, ...(outcome.cut > 0 ? [`cancelled: ${outcome.cut}`] : [])].join(', '),
      ...describeNeighbor(neighbor),
      `${cores.attackers.toFixed(2)}, ${cores.stack.toFixed(2)}`,
      restarts.join(', ') || '0',
    ];
  });
  const restarts = rows.reduce((sum, row) => sum + row.restarts.length, 0);
  const table = [
    ['(quiet)', '', ...describeNeighbor(quiet)],
    ...attacks,
    ['(all attacks)', '', ...describeNeighbor(attacked), '', restarts],
  ];
  return [
    `Seed ${seed}. The neighbor: ${attacked.reads} reads (${attacked.refused} refused) and ${attacked.leads} acknowledged leads under attack, ${quiet.reads} and ${quiet.leads} in quiet.`,
    formatTable(HEAD, table, { widths: WIDTHS }),
    formatTable(
      ['process', 'MB at rest', 'MB at its highest', 'longest stall, ms'],
      memory.map(({ name, rest, highest }) => [name, ms(rest), ms(highest), describeStall(rows, name)]),
    ),
    describeMails(mails),
    ...claims.flatMap(({ claim, ok, wrong }) => [
      `${ok ? 'holds' : 'FAILS'}  ${claim}`,
      ...wrong.map((line) => `       ${line}`),
    ]),
  ].join('\n');
};
