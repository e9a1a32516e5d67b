import { percentile } from '../statistics';

/** One read of the neighbor. */
export interface Read {
  /** Start, ms since the epoch. */
  readonly at: number;
  readonly ms: number;
  /** 0: no response in time. */
  readonly status: number;
}

/** One lead of the neighbor, by the time at which it was due, ms since the epoch. */
export type Lead = { readonly at: number } & (
  | { readonly result: 'acknowledged'; readonly personId: number; readonly acknowledgedAt: number }
  /** `refused`: 503 or 429 with Retry-After. `failed`: any other status, no response in time, or never sent. */
  | { readonly result: 'refused' | 'failed' }
);

/** Everything that the neighbor did and received. */
export interface NeighborRecord {
  readonly reads: readonly Read[];
  readonly leads: readonly Lead[];
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
  readonly refusedLeads: number;
  readonly failedLeads: number;
  /** Acknowledged leads without a notification. */
  readonly lost: number;
  /** Slowest notification, ms from the response to the lead; NaN without any. */
  readonly slowest: number;
}

/** Measures the neighbor in one or more spans, by the start of reads and leads. Pure. */
export const measureNeighbor = (
  { reads, leads, arrivals }: NeighborRecord,
  spans: readonly Span[],
  readTimeoutMs: number,
): NeighborMeasure => {
  const within = ({ at }: { readonly at: number }): boolean => spans.some(({ from, to }) => at >= from && at < to);
  const own = reads.filter(within);
  const times = own.map(({ ms, status }) => (status === 200 ? ms : readTimeoutMs));
  const due = leads.filter(within);
  const sent = due.filter((lead) => lead.result === 'acknowledged');
  const delays = sent.flatMap(({ personId, acknowledgedAt }) =>
    arrivals.has(personId) ? [Math.max(0, arrivals.get(personId)! - acknowledgedAt)] : [],
  );
  return {
    reads: own.length,
    refused: own.filter(({ status }) => status !== 200).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    leads: sent.length,
    refusedLeads: due.filter(({ result }) => result === 'refused').length,
    failedLeads: due.filter(({ result }) => result === 'failed').length,
    lost: sent.length - delays.length,
    slowest: delays.length === 0 ? Number.NaN : Math.max(...delays),
  };
};
