import autocannon from 'autocannon';

/** Requests to send at full speed. Plain data: it is passed to the sending process. */
export interface LoadScenario {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Used in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Template: every `{{n}}` becomes the number of the request, from 0, cycling after `cycle` of them. */
  readonly body?: string;
  readonly cycle?: number;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Responses with status 200 to 299. */
  readonly good: number;
  /** Other responses, and requests without a response. */
  readonly bad: number;
  readonly goodPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Start of the first response that was not 2xx. */
  readonly firstBad?: string;
}

/** Fills the template for the request with this index, counted from 0. */
export function fillTemplate({ body = '', cycle }: LoadScenario, index: number): string {
  return body.replaceAll('{{n}}', String(cycle ? index % cycle : index));
}

/** Sends one scenario with autocannon. It runs in its own process, so that CPU of the sender is not measured. */
export async function runAutocannon(scenario: LoadScenario): Promise<LoadResult> {
  const { origin, method, paths, headers, body, connections, seconds } = scenario;
  let sent = 0;
  let firstBad: string | undefined;
  const onResponse = (status: number, text: string): void => {
    if (status >= 200 && status < 300) return;
    firstBad ??= `${status} ${text}`.slice(0, 300);
  };
  const requests = paths.map((path) => ({
    method,
    path,
    headers: { ...headers },
    onResponse,
    ...(body !== undefined && {
      setupRequest: (request: object) => ({ ...request, body: fillTemplate(scenario, sent++) }),
    }),
  }));
  const result = await autocannon({ url: origin, connections, duration: seconds, timeout: 20, requests });
  const good = result['2xx'];
  return {
    good,
    bad: result.non2xx + result.errors,
    goodPerSecond: good / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    firstBad,
  };
}
