import { percentile } from '../bench/statistics';

/** One read of the neighbor. */
export interface Read {
  /** Start, ms since the epoch. */
  readonly at: number;
  readonly ms: number;
  /** 0: no response in time. */
  readonly status: number;
}

/** Everything that the neighbor did and received. */
export interface NeighborRecord {
  readonly reads: readonly Read[];
  /** Acknowledged leads: the created person and the time of the response, ms since the epoch. */
  readonly leads: readonly { readonly personId: number; readonly at: number }[];
  /** First notification by person, ms since the epoch. */
  readonly arrivals: ReadonlyMap<number, number>;
}

/** A span of time, ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The neighbor in one span. */
export interface NeighborMeasure {
  readonly reads: number;
  /** Reads without status 200. They count in the percentiles with the time limit of a read. */
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  /** Acknowledged leads. */
  readonly leads: number;
  /** Leads without a notification. */
  readonly lost: number;
  /** Slowest notification, ms from the response to the lead; NaN without any. */
  readonly slowest: number;
}

/** Measures the neighbor in a span, by the start of reads and the acknowledgement of leads. Pure. */
export const measureNeighbor = (
  { reads, leads, arrivals }: NeighborRecord,
  { from, to }: Span,
  readTimeoutMs: number,
): NeighborMeasure => {
  const own = reads.filter(({ at }) => at >= from && at < to);
  const times = own.map(({ ms, status }) => (status === 200 ? ms : readTimeoutMs));
  const sent = leads.filter(({ at }) => at >= from && at < to);
  const delays = sent.flatMap(({ personId, at }) =>
    arrivals.has(personId) ? [Math.max(0, arrivals.get(personId)! - at)] : [],
  );
  return {
    reads: own.length,
    refused: own.filter(({ status }) => status !== 200).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    leads: sent.length,
    lost: sent.length - delays.length,
    slowest: delays.length === 0 ? Number.NaN : Math.max(...delays),
  };
};
