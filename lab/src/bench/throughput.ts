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
  /** The same request to servers of other projects, by their names. */
  readonly peers?: Readonly<Record<string, CreateScenario>>;
  /** Default: those of the bench. */
  readonly connections?: number;
  /** Bare subject to compare with, if it has none of its own. */
  readonly against?: string;
}

/** A server of another project beside the service. */
export interface PeerRow {
  readonly name: string;
  readonly perSecond: number;
  readonly runs: readonly number[];
  readonly p50: number;
  readonly p99: number;
  /** Throughput of the service by that of the peer: of the medians, and of each run. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  readonly bad: number;
  readonly firstBad?: string;
  /** CPU of a request in microseconds, in the peer and in the database server. */
  readonly cpuMicros?: Readonly<Record<string, number>>;
}

/** Names of the database server of people in readings of the CPU; the bare handler and the peers use it too. */
const DATABASES = ['people-database', 'database'];

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
  readonly peers?: readonly PeerRow[];
  /** CPU of a request in microseconds by process. Work that continues into the next run counts there. */
  readonly cpuMicros?: Readonly<Record<string, number>>;
}

export interface ThroughputOptions {
  readonly runs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly send: (scenario: LoadScenario) => Promise<LoadResult>;
  readonly say: (line: string) => void;
  /** Reads the CPU used by the processes of the service, and by the peers under their names. */
  readonly readCpu: () => CpuReading;
}

/** A server that gets the requests of a subject, with its results and readings of the CPU. */
interface Side {
  readonly name: string;
  readonly scenario: CreateScenario;
  readonly results: LoadResult[];
  readonly cpu: Readonly<Record<string, number>>[];
}

/**
 * Runs all subjects in turn, service, bare handler and peers next to each other, as often as `runs` says after one
 * short round that is not counted, and takes medians: what slows the machine for a while slows all.
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
    peers: Object.entries(subject.peers ?? {}).map(([name, scenario]) => ({
      name,
      scenario,
      results: [] as LoadResult[],
      cpu: [] as Readonly<Record<string, number>>[],
    })),
  }));
  for (let run = 0; run <= runs; run += 1) {
    const warmUp = run === 0;
    for (const { subject, service, cpu, bare, peers } of measured) {
      const sides: Side[] = [{ name: 'service', scenario: subject.service, results: service, cpu }];
      if (subject.bare) sides.push({ name: 'bare', scenario: subject.bare, results: bare, cpu: [] });
      sides.push(...peers);
      // The order alternates between runs.
      if (run % 2 === 1) sides.reverse();
      const parts: string[] = [];
      for (const { name, scenario, results, cpu: readings } of sides) {
        const before = readCpu();
        const load = { connections: subject.connections ?? connections, seconds: warmUp ? 1 : seconds };
        const result = await send({ ...scenario(run), ...load });
        parts.push(`${name} ${Math.round(result.goodPerSecond)}/s${result.bad > 0 ? ` (${result.bad} not good)` : ''}`);
        if (warmUp) continue;
        results.push(result);
        if (result.good > 0) readings.push(perRequest(cpuBetween(before, readCpu()), result.good));
      }
      say(`${warmUp ? 'warm-up' : `run ${run} of ${runs}`}  ${subject.name}: ${parts.sort().reverse().join(', ')}`);
    }
  }
  const peerNames = new Set(measured.flatMap(({ peers }) => peers.map(({ name }) => name)));
  return measured.map(({ subject: { name, against = name }, service, cpu, peers }) => {
    const bare = measured.find((one) => one.subject.name === against)!.bare;
    return {
      ...createRow(name, service, bare),
      ...(peers.length > 0 && { peers: peers.map((peer) => createPeerRow(peer, service)) }),
      cpuMicros: medianByProcess(cpu, (process) => !peerNames.has(process)),
    };
  });
}

const rates = (results: readonly LoadResult[]): number[] => results.map(({ goodPerSecond }) => goodPerSecond);
const countBad = (results: readonly LoadResult[]): number => results.reduce((sum, { bad }) => sum + bad, 0);
const findBad = (results: readonly LoadResult[]): string | undefined =>
  results.find(({ firstBad }) => firstBad)?.firstBad;
const latencies = (results: readonly LoadResult[]): { p50: number; p99: number } => ({
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
});
/** Ratio of the medians, and of each run. */
const compare = (own: readonly number[], other: readonly number[]): { ratio: number; ratios: number[] } => ({
  ratio: median(own) / median(other),
  ratios: own.map((one, run) => one / other[run]!),
});

function createRow(name: string, runs: readonly LoadResult[], bareRuns: readonly LoadResult[]): ThroughputRow {
  const [own, other] = [rates(runs), rates(bareRuns)];
  return {
    name,
    service: median(own),
    serviceRuns: own,
    ...latencies(runs),
    ...(other.length > 0 && {
      bare: median(other),
      bareRuns: other,
      ...compare(own, other),
      bareBad: countBad(bareRuns),
    }),
    bad: countBad(runs),
    firstBad: findBad([...runs, ...bareRuns]),
  };
}

function createPeerRow({ name, results: peerRuns, cpu }: Side, runs: readonly LoadResult[]): PeerRow {
  return {
    name,
    perSecond: median(rates(peerRuns)),
    runs: rates(peerRuns),
    ...latencies(peerRuns),
    ...compare(rates(runs), rates(peerRuns)),
    bad: countBad(peerRuns),
    firstBad: findBad(peerRuns),
    cpuMicros: medianByProcess(cpu, (process) => process === name || DATABASES.includes(process)),
  };
}

/** Seconds of CPU by process, as microseconds of each of `amount` requests. */
export function perRequest(seconds: Readonly<Record<string, number>>, amount: number): Record<string, number> {
  return Object.fromEntries(Object.entries(seconds).map(([name, used]) => [name, (used * 1e6) / amount]));
}

function medianByProcess(
  runs: readonly Readonly<Record<string, number>>[],
  counts: (process: string) => boolean,
): Record<string, number> {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))].filter(counts);
  return Object.fromEntries(names.map((name) => [name, median(runs.flatMap((run) => run[name] ?? []))]));
}
