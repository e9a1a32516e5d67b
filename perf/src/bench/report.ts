import { SERVICES } from '@porchlight/contracts';
import type { ScaleResult } from './scale/run-scale';
import { renderScale } from './scale/scale-report';
import { renderParts } from './parts/parts-report';
import type { PartsResult } from './parts/run-parts';
import type { MemoryRow } from './processes';
import { notGood, reportTable, tenths, verdict, whole } from './report-table';
import type { ThroughputRow } from './throughput';
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

/** Targets that are no ratio (ms, percent of a core, MB). */
export const TARGETS = { latencyP50: 30, latencyP99: 150, idleCpu: 10, gatewayRss: 150, serviceRss: 130 } as const;

/** Formats the ratio of the medians with the range over all runs. */
const formatRatio = ({ ratio, ratios = [] }: ThroughputRow): string => {
  if (ratio === undefined) return '';
  const spread = ratios.length > 1 ? ` (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})` : '';
  return ratio.toFixed(2) + spread;
};

function throughputTable(rows: readonly ThroughputRow[]): string {
  const out = reportTable(['', 'service /s', 'runs', 'p50 ms', 'p99 ms', 'bare /s', 'ratio', 'target', '']);
  for (const row of rows) {
    out.push([
      row.name,
      whole(row.service),
      row.serviceRuns.map(whole).join(' '),
      tenths(row.p50),
      tenths(row.p99),
      row.bare === undefined ? '' : whole(row.bare),
      formatRatio(row),
      row.target === undefined ? '' : `≥ ${row.target.toFixed(2)}`,
      row.target === undefined ? notGood(row.bad) : verdict(row.ratio! >= row.target, row.bad + (row.bareBad ?? 0)),
    ]);
  }
  return out.toString();
}

function webhookTable(latency: LatencyResult | undefined, drain: DrainResult | undefined): string {
  const out = reportTable(['', 'measured', 'target', '']);
  if (latency) {
    const { p50, p99, missing } = latency;
    out.push(
      [
        'event to webhook at 100/s, p50',
        `${tenths(p50)} ms`,
        `< ${TARGETS.latencyP50} ms`,
        verdict(p50 < TARGETS.latencyP50 && missing === 0),
      ],
      [
        'event to webhook at 100/s, p99',
        `${tenths(p99)} ms`,
        `< ${TARGETS.latencyP99} ms`,
        verdict(p99 < TARGETS.latencyP99 && missing === 0),
      ],
      [
        `  of ${latency.sent} events: longest / p50 after the answer / missing`,
        `${tenths(latency.max)} / ${tenths(latency.p50AfterAnswer)} ms / ${missing}`,
        '',
        '',
      ],
    );
  }
  if (drain) {
    out.push(
      [
        `deliveries, draining ${whole(drain.deliveries)}`,
        `${whole(drain.perSecond)} /s`,
        '',
        drain.missing > 0 ? `${drain.missing} missing` : '',
      ],
      ['  leads taken meanwhile', `${whole(drain.leadsPerSecond)} /s`, '', ''],
    );
  }
  return out.toString();
}

function processTable(
  cpu: Readonly<Record<string, number>> | undefined,
  memory: readonly MemoryRow[] | undefined,
): string {
  const out = reportTable(['', 'idle CPU %', 'RSS MB at first', 'highest', 'at last', 'target', '']);
  const names = [...new Set([...Object.keys(cpu ?? {}), ...(memory ?? []).map((row) => row.name)])];
  for (const name of names) {
    const row = memory?.find((one) => one.name === name);
    const target =
      name === 'gateway'
        ? TARGETS.gatewayRss
        : (SERVICES as readonly string[]).includes(name)
          ? TARGETS.serviceRss
          : undefined;
    out.push([
      name,
      cpu?.[name] === undefined ? '' : tenths(cpu[name]!),
      row ? whole(row.first) : '',
      row ? whole(row.highest) : '',
      row ? whole(row.last) : '',
      target && row ? `< ${target} MB` : '',
      target && row ? verdict(row.highest < target) : '',
    ]);
  }
  const total = servicesCpu(cpu);
  if (total !== undefined)
    out.push([
      'all services together',
      tenths(total),
      '',
      '',
      '',
      `< ${TARGETS.idleCpu} %`,
      verdict(total < TARGETS.idleCpu),
    ]);
  return out.toString();
}

/** Idle CPU of all services, in percent of one core. NaN if one was not measured; NaN meets no target. */
function servicesCpu(cpu: Readonly<Record<string, number>> | undefined): number | undefined {
  if (!cpu) return undefined;
  return SERVICES.reduce((sum, name) => sum + (cpu[name] ?? Number.NaN), 0);
}

/** CPU of a request and of a delivery by process, without processes that use almost none. */
function cpuTable(rows: readonly { name: string; cpuMicros?: Readonly<Record<string, number>> }[]): string {
  const measured = rows.filter((row) => row.cpuMicros);
  const names = [...new Set(measured.flatMap((row) => Object.keys(row.cpuMicros!)))].filter((name) =>
    measured.some((row) => (row.cpuMicros![name] ?? 0) >= 1),
  );
  const out = reportTable(['CPU, µs each', ...names, 'all']);
  for (const { name, cpuMicros } of measured)
    out.push([
      name,
      ...names.map((process) => whole(cpuMicros![process] ?? Number.NaN)),
      whole(Object.values(cpuMicros!).reduce((sum, used) => sum + used, 0)),
    ]);
  return out.toString();
}

/** Formats the whole report. */
export function renderReport(report: BenchReport): string {
  const {
    machine,
    generator,
    runs,
    seconds,
    connections,
    throughput,
    latency,
    drain,
    idleCpu,
    memory,
    scale,
    problems,
  } = report;
  const parts = [
    `${machine.cores} cores, ${machine.model}, Node ${machine.node}; load by ${generator} in a process of its own, on the same machine.`,
  ];
  if (throughput)
    parts.push(
      `Throughput at ${connections} connections: medians of ${runs} interleaved runs of ${seconds} s. 'bare' is express and the MongoDB driver in one\n` +
        `process on the same database, also over HTTPS with keep-alive, without authentication, validation, de-duplication or events.`,
      throughputTable(throughput),
    );
  parts.push(...renderParts(report));
  if (latency || drain)
    parts.push(
      'Webhooks, from sending POST /events to arrival at a receiver on loopback.',
      webhookTable(latency, drain),
    );
  const priced = [...(throughput ?? []), ...(drain ? [{ name: 'delivery', cpuMicros: drain.cpuMicros }] : [])];
  if (priced.some((row) => row.cpuMicros))
    parts.push(
      'What each costs in the processes of the stack; a delivery includes leads that still come in.',
      cpuTable(priced),
    );
  if (idleCpu || memory)
    parts.push(
      'Processes: CPU while nothing is asked, memory over the whole bench (judged by the highest).',
      processTable(idleCpu, memory),
    );
  if (scale) parts.push(renderScale(scale, connections));
  for (const row of throughput ?? []) if (row.firstBad) parts.push(`${row.name}: ${row.firstBad}`);
  return [...parts, ...problems.map((problem) => `Not measured: ${problem}`)].join('\n');
}
