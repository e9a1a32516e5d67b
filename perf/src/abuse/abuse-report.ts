import Table from 'cli-table3';
import type { AbuseResult, Claim } from './claims';
import type { NeighborMeasure } from './measure';

const style = { head: [], border: [] };
const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(0));

const describeLeads = ({ leads, refusedLeads, failedLeads }: NeighborMeasure): string =>
  [
    `${leads}`,
    ...(refusedLeads > 0 ? [`${refusedLeads} refused`] : []),
    ...(failedLeads > 0 ? [`${failedLeads} failed`] : []),
  ].join(', ');

/** The tables of a run and, below them, what contradicts a claim. */
export const describeAbuse = (
  { quiet, attacked, rows, memory }: AbuseResult,
  claims: readonly Claim[],
  seed: number,
): string => {
  const table = new Table({
    head: [
      'attack',
      'responses by status',
      'p50 ms',
      'p99 ms',
      'leads',
      'slowest notification ms',
      'cores: attackers, stack',
      'restarts',
    ],
    style,
    colWidths: [38, 40, 9, 9, 22, 14, 12, 12],
    wordWrap: true,
  });
  table.push(['(quiet)', '', ms(quiet.p50), ms(quiet.p99), describeLeads(quiet), ms(quiet.slowest), '', '']);
  for (const { name, outcome, neighbor, cores, restarts } of rows) {
    const statuses = Object.entries(outcome.statuses).map(
      ([status, count]) => `${status === '0' ? 'none' : status}: ${count}`,
    );
    table.push([
      name,
      [...statuses, ...(outcome.cut > 0 ? [`cancelled: ${outcome.cut}`] : [])].join(', '),
      ms(neighbor.p50),
      ms(neighbor.p99),
      describeLeads(neighbor),
      ms(neighbor.slowest),
      `${cores.attackers.toFixed(2)}, ${cores.stack.toFixed(2)}`,
      restarts.join(', ') || '0',
    ]);
  }
  table.push([
    '(all attacks)',
    '',
    ms(attacked.p50),
    ms(attacked.p99),
    describeLeads(attacked),
    ms(attacked.slowest),
    '',
    rows.reduce((sum, { restarts }) => sum + restarts.length, 0),
  ]);
  const used = new Table({ head: ['process', 'MB at rest', 'MB at its highest'], style });
  for (const { name, rest, highest } of memory) used.push([name, ms(rest), ms(highest)]);
  return [
    `Seed ${seed}. The neighbor: ${attacked.reads} reads (${attacked.refused} refused) and ${attacked.leads} acknowledged leads under attack, ${quiet.reads} and ${quiet.leads} in quiet.`,
    table.toString(),
    used.toString(),
    ...claims.flatMap(({ claim, ok, wrong }) => [
      `${ok ? 'holds' : 'FAILS'}  ${claim}`,
      ...wrong.map((line) => `       ${line}`),
    ]),
  ].join('\n');
};
