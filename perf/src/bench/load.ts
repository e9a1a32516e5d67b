/** Requests to send at full speed. Plain data: it is passed to the sending process. */
export interface LoadScenario {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Used in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Template: every `{{n}}` becomes the number of the request, from `from` on, cycling after `cycle` of them. */
  readonly body?: string;
  readonly from?: number;
  readonly cycle?: number;
  readonly connections: number;
  /** Maximum requests per second over all connections; only autocannon supports it. */
  readonly perSecond?: number;
  /** One of the two ends the run. */
  readonly seconds?: number;
  readonly amount?: number;
}

export interface LoadResult {
  /** Answers of 200 to 299. */
  readonly good: number;
  /** Other responses, and requests without a response. */
  readonly bad: number;
  readonly seconds: number;
  readonly goodPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Start of the first response that was not 2xx. */
  readonly firstBad?: string;
}

/** Fills the template for the request with this index, counted from 0. */
export function fillTemplate({ body = '', from = 0, cycle }: LoadScenario, index: number): string {
  return body.replaceAll('{{n}}', String(from + (cycle ? index % cycle : index)));
}
