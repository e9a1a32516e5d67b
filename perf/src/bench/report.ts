import { SERVICES } from '@porchlight/contracts';
import { renderParts } from './parts/parts-report';
import type { PartsResult } from './parts/run-parts';
import type { MemoryRow } from './processes';
import { atMost, table, tenths, whole } from './report-table';
import { renderScale } from './scale/scale-report';
import type { ScaleResult } from './scale/run-scale';
import { sumCpu, TARGETS } from './targets';
import type { ThroughputRow } from './throughput';
import { renderThroughput } from './throughput-report';
import type { DrainResult, LatencyResult } from './webhooks';

export interface BenchReport extends PartsResult {
  readonly machine: { readonly cores: number; readonly model: string; readonly node: string };
  readonly generator: string;
  readonly runs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly throughput?: readonly ThroughputRow[];
  readonly latency?: LatencyResult;
  readonly drain?: DrainResult;
  readonly idleCpu?: Readonly<Record<string, number>>;
  readonly memory?: readonly MemoryRow[];
  readonly scale?: ScaleResult;
  /** Parts that could not be measured, and the reasons. */
  readonly problems: readonly string[];
}

const renderLatency = ({ p50, p99, max, p50AfterAnswer, sent, missing }: LatencyResult): string[][] => [
  ['event to webhook at 100/s, p50', `${tenths(p50)} ms`, ...atMost(p50, TARGETS.webhookP50Ms, ' ms', missing)],
  ['event to webhook at 100/s, p99', `${tenths(p99)} ms`, ...atMost(p99, TARGETS.webhookP99Ms, ' ms', missing)],
  [
    `  of ${sent} events: longest / p50 after the answer / missing`,
    `${tenths(max)} / ${tenths(p50AfterAnswer)} ms / ${missing}`,
  ],
];

const renderDrain = ({ deliveries, perSecond, missing, leadsPerSecond }: DrainResult): string[][] => [
  [`deliveries, draining ${whole(deliveries)}`, `${whole(perSecond)} /s`, '', missing > 0 ? `${missing} missing` : ''],
  ['  leads taken meanwhile', `${whole(leadsPerSecond)} /s`],
];

const isService = (name: string): boolean => (SERVICES as readonly string[]).includes(name);

const renderProcesses = (cpu: Readonly<Record<string, number>> = {}, memory: readonly MemoryRow[] = []): string => {
  const names = [...new Set([...Object.keys(cpu), ...memory.map((row) => row.name)])];
  const rows = names.map((name) => {
    const idle = cpu[name] === undefined ? '' : tenths(cpu[name]);
    const row = memory.find((one) => one.name === name);
    if (!row) return [name, idle];
    const limit = name === 'gateway' ? TARGETS.gatewayRssMb : isService(name) ? TARGETS.serviceRssMb : undefined;
    const judged = limit === undefined ? [] : atMost(row.highest, limit, ' MB');
    return [name, idle, whole(row.first), whole(row.highest), whole(row.last), ...judged];
  });
  // NaN if one service was not measured; NaN meets no target.
  const total = SERVICES.reduce((sum, name) => sum + (cpu[name] ?? Number.NaN), 0);
  if (Object.keys(cpu).length > 0)
    rows.push(['all services together', tenths(total), '', '', '', ...atMost(total, TARGETS.idleCpu, ' %')]);
  return table(['', 'idle CPU %', 'RSS MB at first', 'highest', 'at last', 'target', ''], rows);
};

/** CPU of a request and of a delivery by process, without processes that use almost none. */
const renderCpu = (rows: readonly { name: string; cpuMicros?: Readonly<Record<string, number>> }[]): string => {
  const measured = rows.flatMap(({ name, cpuMicros }) => (cpuMicros ? [{ name, cpuMicros }] : []));
  const processes = [...new Set(measured.flatMap(({ cpuMicros }) => Object.keys(cpuMicros)))].filter((process) =>
    measured.some(({ cpuMicros }) => (cpuMicros[process] ?? 0) >= 1),
  );
  return table(
    ['CPU, µs each', ...processes, 'all'],
    measured.map(({ name, cpuMicros }) => [
      name,
      ...processes.map((process) => whole(cpuMicros[process] ?? Number.NaN)),
      whole(sumCpu(cpuMicros)),
    ]),
  );
};

/** Formats the whole report. */
export function renderReport(report: BenchReport): string {
  const { machine, throughput, latency, drain, idleCpu, memory, scale } = report;
  const priced = [...(throughput ?? []), ...(drain ? [{ name: 'delivery', cpuMicros: drain.cpuMicros }] : [])];
  const sections: (readonly string[] | undefined | false)[] = [
    [
      `${machine.cores} cores, ${machine.model}, Node ${machine.node}; load by ${report.generator} in a process of its own, on the same machine.`,
    ],
    throughput && [
      `Throughput at ${report.connections} connections: medians of ${report.runs} interleaved runs of ${report.seconds} s. 'bare' is express and the MongoDB driver in one\n` +
        `process on the same database, also over HTTPS with keep-alive, without authentication, validation, de-duplication or events.`,
      renderThroughput(throughput),
    ],
    renderParts(report),
    (latency ?? drain) && [
      'Webhooks, from sending POST /events to arrival at a receiver on loopback.',
      table(
        ['', 'measured', 'target', ''],
        [...(latency ? renderLatency(latency) : []), ...(drain ? renderDrain(drain) : [])],
      ),
    ],
    priced.some(({ cpuMicros }) => cpuMicros) && [
      'What each costs in the processes of the stack; a delivery includes leads that still come in.',
      renderCpu(priced),
    ],
    (idleCpu ?? memory) && [
      'Processes: CPU while nothing is asked, memory over the whole bench (judged by the highest).',
      renderProcesses(idleCpu, memory),
    ],
    scale && [renderScale(scale, report.connections)],
    throughput?.flatMap(({ name, firstBad }) => (firstBad ? [`${name}: ${firstBad}`] : [])),
    report.problems.map((problem) => `Not measured: ${problem}`),
  ];
  return sections.flatMap((lines) => lines || []).join('\n');
}
