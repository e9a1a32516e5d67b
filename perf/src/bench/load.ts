/** A stream of requests to send as fast as they are answered. Data only: it crosses to the process that sends it. */
export interface LoadScenario {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** Taken in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Template: every `{{n}}` becomes the number of the request, from `from` on, cycling after `cycle` of them. */
  readonly body?: string;
  readonly from?: number;
  readonly cycle?: number;
  readonly connections: number;
  /** Most requests a second, of all connections; autocannon alone keeps to it. */
  readonly perSecond?: number;
  /** One of the two ends it. */
  readonly seconds?: number;
  readonly amount?: number;
}

export interface LoadResult {
  /** Answers of 200 to 299. */
  readonly good: number;
  /** All other answers, and requests without one. */
  readonly bad: number;
  readonly seconds: number;
  readonly goodPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The beginning of the first answer that was not good. */
  readonly firstBad?: string;
}

/** Fills the template for the request with this index, counted from 0. */
export function bodyOf({ body = '', from = 0, cycle }: LoadScenario, index: number): string {
  return body.replaceAll('{{n}}', String(from + (cycle ? index % cycle : index)));
}
