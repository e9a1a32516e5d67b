import type { LoadResult, LoadScenario } from './load';
import { cpuBetween, type CpuReading } from './processes';
import { median } from './statistics';

/** A request to the service, and to the bare handler if it supports it. */
export interface Subject {
  readonly name: string;
  /** Value of `--only`. */
  readonly only: string;
  /** Created for each run: each run needs new emails. */
  readonly service: (run: number) => Omit<LoadScenario, 'connections'>;
  readonly bare?: (run: number) => Omit<LoadScenario, 'connections'>;
  /** Minimum ratio to the bare handler. */
  readonly target?: number;
  /** Bare subject to compare with, if it has none of its own. */
  readonly against?: string;
  /** Name of the other side; default `bare`. */
  readonly baseline?: string;
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
  readonly target?: number;
  /** Responses other than 2xx in all runs. */
  readonly bad: number;
  /** The same for the other side. */
  readonly bareBad?: number;
  readonly firstBad?: string;
  /** CPU of a request in microseconds by process. Work that continues into the next run counts there. */
  readonly cpuMicros?: Readonly<Record<string, number>>;
  /** The same of the other side. */
  readonly bareCpuMicros?: Readonly<Record<string, number>>;
}

export interface ThroughputOptions {
  readonly runs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly send: (scenario: LoadScenario) => Promise<LoadResult>;
  readonly say: (line: string) => void;
  /** Reads the CPU used by the processes of the service; without it, CPU is not reported. */
  readonly readCpu?: () => CpuReading;
}

/**
 * Runs all subjects in turn, service and bare handler next to each other, as often as `runs` says after one short round
 * that is not counted, and takes medians: what slows the machine for a while slows both.
 */
export async function compareThroughput(
  subjects: readonly Subject[],
  { runs, seconds, connections, send, say, readCpu }: ThroughputOptions,
): Promise<ThroughputRow[]> {
  const service = new Map<string, LoadResult[]>(subjects.map((one) => [one.name, []]));
  const bare = new Map<string, LoadResult[]>(subjects.map((one) => [one.name, []]));
  const cpu = new Map<string, Record<string, number>[]>(subjects.map((one) => [one.name, []]));
  for (let run = 0; run <= runs; run += 1) {
    const warmUp = run === 0;
    for (const subject of subjects) {
      const span = warmUp ? 1 : seconds;
      // The order alternates between runs.
      const sides = [
        ['service', subject.service, service] as const,
        ...(subject.bare ? [[subject.baseline ?? 'bare', subject.bare, bare] as const] : []),
      ];
      if (run % 2 === 1) sides.reverse();
      const parts: string[] = [];
      for (const [side, scenario, results] of sides) {
        const before = readCpu?.();
        const result = await send({ ...scenario(run), connections, seconds: span });
        if (!warmUp) results.get(subject.name)!.push(result);
        if (!warmUp && before && side === 'service' && result.good > 0)
          cpu.get(subject.name)!.push(perRequest(cpuBetween(before, readCpu!()), result.good));
        parts.push(`${side} ${Math.round(result.goodPerSecond)}/s${result.bad > 0 ? ` (${result.bad} not good)` : ''}`);
      }
      say(`${warmUp ? 'warm-up' : `run ${run} of ${runs}`}  ${subject.name}: ${parts.sort().reverse().join(', ')}`);
    }
  }
  const rate = (results: readonly LoadResult[]): number[] => results.map((one) => one.goodPerSecond);
  const countBad = (results: readonly LoadResult[]): number => results.reduce((sum, one) => sum + one.bad, 0);
  return subjects.map((subject) => {
    const own = service.get(subject.name)!;
    const others = bare.get(subject.against ?? subject.name) ?? [];
    const baselineRuns = rate(others);
    const baseline = baselineRuns.length > 0 ? median(baselineRuns) : undefined;
    const middle = median(rate(own));
    return {
      name: subject.name,
      service: middle,
      serviceRuns: rate(own),
      p50: median(own.map((one) => one.p50)),
      p99: median(own.map((one) => one.p99)),
      bare: baseline,
      bareRuns: baseline === undefined ? undefined : baselineRuns,
      ratio: baseline === undefined ? undefined : middle / baseline,
      ratios: baseline === undefined ? undefined : rate(own).map((one, run) => one / baselineRuns[run]!),
      target: baseline === undefined ? undefined : subject.target,
      bad: countBad(own),
      bareBad: baseline === undefined ? undefined : countBad(others),
      firstBad: [...own, ...others].find((one) => one.firstBad)?.firstBad,
      cpuMicros: readCpu ? middleOfEach(cpu.get(subject.name)!) : undefined,
    };
  });
}

/** Seconds of CPU by process, as microseconds of each of `amount` requests. */
export function perRequest(seconds: Readonly<Record<string, number>>, amount: number): Record<string, number> {
  return Object.fromEntries(Object.entries(seconds).map(([name, used]) => [name, (used * 1e6) / amount]));
}

function middleOfEach(runs: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(names.map((name) => [name, median(runs.flatMap((run) => run[name] ?? []))]));
}
