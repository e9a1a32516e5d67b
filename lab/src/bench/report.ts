import { SERVICES } from '@porchlight/contracts';
import { renderDeliveries, type DeliveriesResult } from './deliveries/deliveries-report';
import type { MemoryRow } from '../processes';
import { atMost, hundredths, table, tenths, verdict, whole } from './report-table';
import type { SdkResult } from './run-sdk';
import { renderScale } from './scale/scale-report';
import type { ScaleResult } from './scale/run-scale';
import { PEER_TARGETS, ROW_TARGETS, TARGETS } from './targets';
import type { PeerRow, ThroughputRow } from './throughput';
import type { LatencyResult } from './webhooks';

export interface BenchReport {
  readonly machine: { readonly cores: number; readonly model: string; readonly node: string };
  readonly runs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly throughput?: readonly ThroughputRow[];
  readonly latency?: LatencyResult;
  readonly sdk?: SdkResult;
  readonly deliveries: DeliveriesResult;
  readonly memory?: readonly MemoryRow[];
  readonly scale?: ScaleResult;
  /** Parts that could not be measured, and the reasons. */
  readonly problems: readonly string[];
}

/** Formats the ratio of the medians with the range over all runs. */
const formatRatio = ({ ratio, ratios = [] }: Pick<ThroughputRow, 'ratio' | 'ratios'>): string => {
  if (ratio === undefined) return '';
  const range = ratios.length > 1 ? ` (${hundredths(Math.min(...ratios))}–${hundredths(Math.max(...ratios))})` : '';
  return hundredths(ratio) + range;
};

const sumCpu = (micros: Readonly<Record<string, number>>): number =>
  Object.values(micros).reduce((sum, one) => sum + one, 0);

/** The last two cells of a row: its targets, and whether it meets them all. Empty for a row without targets. */
const judgeRow = (row: ThroughputRow): [string, string] => {
  const { ratio, perSecond, p50, cpu } = ROW_TARGETS[row.name] ?? {};
  const judged = [
    ratio !== undefined && ([`≥ ${ratio.toFixed(2)}`, (row.ratio ?? Number.NaN) >= ratio] as const),
    perSecond !== undefined && ([`≥ ${whole(perSecond)} /s`, row.service >= perSecond] as const),
    p50 !== undefined && ([`p50 ≤ ${p50} ms`, row.p50 <= p50] as const),
    // Rows of runs without CPU readings are judged by their other targets.
    cpu !== undefined && row.cpuMicros && ([`CPU ≤ ${cpu} ms`, sumCpu(row.cpuMicros) <= cpu * 1_000] as const),
  ].filter((one) => one !== false && one !== undefined);
  const bad = row.bad + (row.bareBad ?? 0);
  if (judged.length === 0) return ['', bad > 0 ? verdict(false, bad) : ''];
  return [
    judged.map(([text]) => text).join(', '),
    verdict(
      judged.every(([, met]) => met),
      bad,
    ),
  ];
};

const renderThroughput = (rows: readonly ThroughputRow[]): string =>
  table(
    ['', 'service /s', 'runs', 'p50 ms', 'p99 ms', 'bare /s', 'ratio', 'target', ''],
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

/** Rows of the service beside servers of other projects. */
const renderPeers = (rows: readonly ThroughputRow[]): string =>
  table(
    ['', 'service /s', 'p50 ms', 'CPU µs', 'peer /s', 'runs', 'p50 ms', 'CPU µs', 'ratio', 'target', ''],
    rows.flatMap((row) =>
      (row.peers ?? []).map((peer) => [
        `${row.name}: ${peer.name}`,
        whole(row.service),
        tenths(row.p50),
        whole(sumCpu(row.cpuMicros ?? {})),
        whole(peer.perSecond),
        peer.runs.map(whole).join(' '),
        tenths(peer.p50),
        whole(sumCpu(peer.cpuMicros ?? {})),
        formatRatio(peer),
        ...judgePeer(row, peer),
      ]),
    ),
  );

/** The last two cells of a row beside a peer. Invalid responses of either side never pass. */
const judgePeer = (row: ThroughputRow, peer: PeerRow): [string, string] => {
  const target = PEER_TARGETS[peer.name]?.[row.name];
  const bad = row.bad + peer.bad;
  if (target === undefined) return ['', bad > 0 ? verdict(false, bad) : ''];
  return [`≥ ${target.toFixed(2)}`, verdict(peer.ratio >= target, bad)];
};

const renderLatency = ({ p50, p99, max, p50AfterAnswer, sent, missing }: LatencyResult): string =>
  table(
    ['', 'measured', 'target', ''],
    [
      ['event to webhook at 100/s, p50', `${tenths(p50)} ms`, ...atMost(p50, TARGETS.webhookP50Ms, ' ms', missing)],
      ['event to webhook at 100/s, p99', `${tenths(p99)} ms`, ...atMost(p99, TARGETS.webhookP99Ms, ' ms', missing)],
      [
        `  of ${sent} events: longest / p50 after the response / missing`,
        `${tenths(max)} / ${tenths(p50AfterAnswer)} ms / ${missing}`,
      ],
    ],
  );

const renderSdk = ({ people, seconds, early, late }: SdkResult): string =>
  table(
    ['SDK', 'seconds', 'heap MB at a tenth', 'at the end', 'target', ''],
    [
      [
        `${whole(people)} people in one loop`,
        tenths(seconds),
        tenths(early),
        tenths(late),
        `+ ${TARGETS.sdkGrowthMb} MB at most`,
        verdict(late - early <= TARGETS.sdkGrowthMb),
      ],
    ],
  );

const renderMemory = (rows: readonly MemoryRow[]): string => {
  const limitOf = (name: string): number | undefined => {
    if (name === 'gateway') return TARGETS.gatewayRssMb;
    return (SERVICES as readonly string[]).includes(name) ? TARGETS.serviceRssMb : undefined;
  };
  return table(
    ['', 'RSS MB at first', 'highest', 'at last', 'target', ''],
    rows.map(({ name, first, highest, last }) => {
      const limit = limitOf(name);
      const judged = limit === undefined ? [] : atMost(highest, limit, ' MB');
      return [name, whole(first), whole(highest), whole(last), ...judged];
    }),
  );
};

/** CPU of a request and of a delivery by process, without processes that use almost none. */
const renderCpu = (rows: readonly { name: string; cpuMicros: Readonly<Record<string, number>> }[]): string => {
  const processes = [...new Set(rows.flatMap(({ cpuMicros }) => Object.keys(cpuMicros)))].filter((process) =>
    rows.some(({ cpuMicros }) => (cpuMicros[process] ?? 0) >= 1),
  );
  return table(
    ['CPU, µs each', ...processes, 'all'],
    rows.map(({ name, cpuMicros }) => [
      name,
      ...processes.map((process) => whole(cpuMicros[process] ?? Number.NaN)),
      whole(sumCpu(cpuMicros)),
    ]),
  );
};

/** Formats the whole report. */
export function renderReport(report: BenchReport): string {
  const { machine, throughput, latency, sdk, deliveries, memory, scale } = report;
  const measured = [...(throughput ?? []), ...(deliveries.queue ? [{ ...deliveries.queue, name: 'delivery' }] : [])];
  const withCpu = measured.flatMap(({ name, cpuMicros }) => (cpuMicros ? [{ name, cpuMicros }] : []));
  const sections: (readonly string[] | undefined | false)[] = [
    [
      `${machine.cores} cores, ${machine.model}, Node ${machine.node}; load by autocannon in a process of its own, on the same machine.`,
    ],
    throughput && [
      `Throughput at ${report.connections} connections: medians of ${report.runs} interleaved runs of ${report.seconds} s. 'bare' is express and the MongoDB driver in one\n` +
        `process on the same database, also over HTTPS with keep-alive, without authentication, validation, de-duplication or events.`,
      renderThroughput(throughput),
    ],
    throughput?.some(({ peers }) => peers) && [
      'Beside servers of other projects, one process each, over HTTP without TLS. The ratio is service by peer. CPU of a request:\n' +
        'in all processes of the stack, of a peer in its process and in the database.',
      renderPeers(throughput),
    ],
    sdk && [renderSdk(sdk)],
    renderDeliveries(deliveries),
    latency && ['Webhooks, from sending POST /events to arrival at a receiver on loopback.', renderLatency(latency)],
    withCpu.length > 0 && ['CPU of one request or delivery in the processes of the stack.', renderCpu(withCpu)],
    memory && ['Processes: memory over the whole bench (judged by the highest).', renderMemory(memory)],
    scale && [renderScale(scale, report.connections)],
    throughput?.flatMap(({ name, firstBad, peers = [] }) => [
      ...(firstBad ? [`${name}: ${firstBad}`] : []),
      ...peers.flatMap((peer) => (peer.firstBad ? [`${name}: ${peer.name}: ${peer.firstBad}`] : [])),
    ]),
    report.problems.map((problem) => `Not measured: ${problem}`),
  ];
  return sections.flatMap((lines) => lines || []).join('\n');
}
