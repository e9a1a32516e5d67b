import type { LoadResult, LoadScenario } from './autocannon';
import { cpuBetween, type CpuReading } from '../processes';
import { median } from '../statistics';

/** Creates the requests of a run. Each run needs new emails. */
type CreateScenario = (run: number) => Omit<LoadScenario, 'connections' | 'seconds'>;

/** A request to the service, and to the bare handler if it supports it. */
export interface Subject {
  /** Also the key of its targets. */
  readonly name: string;
  /** Value of `--only`. */
  readonly only: string;
  readonly service: CreateScenario;
  readonly bare?: CreateScenario;
  /** Default: those of the bench. */
  readonly connections?: number;
  /** Bare subject to compare with, if it has none of its own. */
  readonly against?: string;
}

export interface ThroughputRow {
  readonly name: string;
  readonly service: number;
  readonly serviceRuns: readonly number[];
  readonly p50: number;
  readonly p99: number;
  readonly bare?: number;
  readonly bareRuns?: readonly number[];
  /** Of the medians. */
  readonly ratio?: number;
  /** Ratio of each run; the range shows the noise of the machine. */
  readonly ratios?: readonly number[];
  /** Responses other than 2xx in all runs. */
  readonly bad: number;
  readonly bareBad?: number;
  readonly firstBad?: string;
  /** CPU of a request in microseconds by process. Work that continues into the next run counts there. */
  readonly cpuMicros?: Readonly<Record<string, number>>;
}

export interface ThroughputOptions {
  readonly runs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly send: (scenario: LoadScenario) => Promise<LoadResult>;
  readonly say: (line: string) => void;
  /** Reads the CPU used by the processes of the service. */
  readonly readCpu: () => CpuReading;
}

/**
 * Runs all subjects in turn, service and bare handler next to each other, as often as `runs` says after one short round
 * that is not counted, and takes medians: what slows the machine for a while slows both.
 */
export async function compareThroughput(
  subjects: readonly Subject[],
  { runs, seconds, connections, send, say, readCpu }: ThroughputOptions,
): Promise<ThroughputRow[]> {
  const measured = subjects.map((subject) => ({
    subject,
    /** Results of the counted runs, and the CPU of a request by process. */
    service: [] as LoadResult[],
    cpu: [] as Readonly<Record<string, number>>[],
    bare: [] as LoadResult[],
  }));
  for (let run = 0; run <= runs; run += 1) {
    const warmUp = run === 0;
    for (const { subject, service, cpu, bare } of measured) {
      const sides: [string, CreateScenario, LoadResult[]][] = [['service', subject.service, service]];
      if (subject.bare) sides.push(['bare', subject.bare, bare]);
      // The order alternates between runs.
      if (run % 2 === 1) sides.reverse();
      const parts: string[] = [];
      for (const [name, createScenario, results] of sides) {
        const before = readCpu();
        const load = { connections: subject.connections ?? connections, seconds: warmUp ? 1 : seconds };
        const result = await send({ ...createScenario(run), ...load });
        parts.push(`${name} ${Math.round(result.goodPerSecond)}/s${result.bad > 0 ? ` (${result.bad} not good)` : ''}`);
        if (warmUp) continue;
        results.push(result);
        if (results === service && result.good > 0) cpu.push(perRequest(cpuBetween(before, readCpu()), result.good));
      }
      say(`${warmUp ? 'warm-up' : `run ${run} of ${runs}`}  ${subject.name}: ${parts.sort().reverse().join(', ')}`);
    }
  }
  return measured.map(({ subject: { name, against = name }, service, cpu }) => {
    const bare = measured.find((one) => one.subject.name === against)!.bare;
    return { ...createRow(name, service, bare), cpuMicros: medianByProcess(cpu) };
  });
}

function createRow(name: string, runs: readonly LoadResult[], bareRuns: readonly LoadResult[]): ThroughputRow {
  const rates = (results: readonly LoadResult[]): number[] => results.map(({ goodPerSecond }) => goodPerSecond);
  const [own, other] = [rates(runs), rates(bareRuns)];
  const countBad = (results: readonly LoadResult[]): number => results.reduce((sum, { bad }) => sum + bad, 0);
  return {
    name,
    service: median(own),
    serviceRuns: own,
    p50: median(runs.map(({ p50 }) => p50)),
    p99: median(runs.map(({ p99 }) => p99)),
    ...(other.length > 0 && {
      bare: median(other),
      bareRuns: other,
      ratio: median(own) / median(other),
      ratios: own.map((one, run) => one / other[run]!),
      bareBad: countBad(bareRuns),
    }),
    bad: countBad(runs),
    firstBad: [...runs, ...bareRuns].find(({ firstBad }) => firstBad)?.firstBad,
  };
}

/** Seconds of CPU by process, as microseconds of each of `amount` requests. */
export function perRequest(seconds: Readonly<Record<string, number>>, amount: number): Record<string, number> {
  return Object.fromEntries(Object.entries(seconds).map(([name, used]) => [name, (used * 1e6) / amount]));
}

function medianByProcess(runs: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(names.map((name) => [name, median(runs.flatMap((run) => run[name] ?? []))]));
}
