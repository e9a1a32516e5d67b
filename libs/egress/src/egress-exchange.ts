import type { Dispatcher } from 'undici';

/** A request. */
export interface EgressRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A response with the first bytes of its body as text. */
export interface EgressResponse {
  readonly status: number;
  readonly retryAfter?: string;
  readonly response: string;
}

/** The total time ran out. */
export class TotalTimeout extends Error {}

/** Maximum size of the stored body (decisions section 7). */
const MAX_BODY_BYTES = 20_000;
/** Time for the body after the status; it must not block the queue. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Sends one request; ends at `endsAt` (`performance.now()`, ms). A received status counts even if the rest of the
 * response is missing. Uses undici's callbacks, because its streams and signals cost a third more per call.
 */
export const exchange = (
  agent: Dispatcher,
  url: URL,
  request: EgressRequest,
  endsAt: number,
): Promise<EgressResponse> =>
  new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let head: Omit<EgressResponse, 'response'> | undefined;
    const chunks: Buffer[] = [];
    let length = 0;

    const finish = (error?: Error): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (head)
        resolve({
          ...head,
          response: length === 0 ? '' : Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8'),
        });
      else reject(error ?? new TotalTimeout());
    };
    /** Stops reading. */
    const stopReading = (): void => {
      finish();
      controller?.abort(new TotalTimeout());
    };
    let timer = setTimeout(stopReading, Math.max(0, endsAt - performance.now()));

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // The promise is already settled.
        if (settled) started.abort(new TotalTimeout());
      },
      onResponseStart(_controller, status, headers) {
        if (settled || status < 200) return;
        const retryAfter = headers['retry-after'];
        head = { status, ...(typeof retryAfter === 'string' && { retryAfter }) };
        clearTimeout(timer);
        timer = setTimeout(stopReading, Math.min(READ_TIMEOUT_MS, Math.max(0, endsAt - performance.now())));
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_BODY_BYTES) stopReading();
      },
      onResponseEnd() {
        clearTimeout(timer);
        // undici releases the connection in the next turn of the event loop; an earlier request would open another one.
        setImmediate(() => setImmediate(finish));
      },
      onResponseError: (_controller, error) => finish(error),
    };
    try {
      agent.dispatch({ origin: url.origin, path: url.pathname + url.search, ...request }, handler);
    } catch (error) {
      finish(error as Error);
    }
  });
