import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { percentile } from '../../statistics';
import type { ScaleSubject } from './scale-subjects';

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly requests: number;
  /** Responses other than 2xx, and missing responses. */
  readonly bad: number;
}

/** Durations of requests, ms, and the number of those that failed. */
interface Taken {
  readonly took: number[];
  bad: number;
}

export const toLatency = ({ took, bad }: Taken): Latency => ({
  p50: percentile(took, 0.5),
  p95: percentile(took, 0.95),
  requests: took.length,
  bad,
});

/**
 * Sends a subject's requests on so many connections for a time, each connection one after another; milliseconds each
 * took.
 */
export const runSubject = async (
  client: ServiceClient,
  { request }: ScaleSubject,
  { connections, ms, from }: { connections: number; ms: number; from: number },
): Promise<Taken> => {
  const took: number[] = [];
  let bad = 0;
  let nth = from;
  const until = performance.now() + ms;
  const work = async (): Promise<void> => {
    do {
      const call = request((nth += 1));
      const start = performance.now();
      const status = await client.call(call).then(
        (answer) => answer.status,
        () => 0,
      );
      took.push(performance.now() - start);
      if (status < 200 || status > 299) bad += 1;
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { took, bad };
};

export interface PairOptions {
  readonly connections: number;
  readonly ms: number;
  readonly runs: number;
  readonly signal: AbortSignal;
}

/** Measures two sides in turn so that noise of the machine affects both. The first round is a warm-up. */
export const measurePair = async (
  sides: readonly { client: ServiceClient; subject: ScaleSubject }[],
  { connections, ms, runs, signal }: PairOptions,
): Promise<Latency[]> => {
  const all = sides.map((): Taken => ({ took: [], bad: 0 }));
  for (let run = 0; run <= runs; run += 1)
    for (const [at, { client, subject }] of sides.entries()) {
      signal.throwIfAborted();
      const part = await runSubject(client, subject, {
        connections,
        ms: run === 0 ? Math.min(ms, 300) : ms,
        from: run * 100_000,
      });
      if (run === 0) continue;
      all[at]!.took.push(...part.took);
      all[at]!.bad += part.bad;
    }
  return all.map(toLatency);
};
