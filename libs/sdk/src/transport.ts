import { PorchlightError } from './porchlight-error';
import { DEFAULT_RETRY, isRetriedStatus, readRetryAfter, wait, waitBefore, type RetryPolicy } from './retry';

/** How the SDK reaches the service and who it is there. */
export interface PorchlightOptions {
  /** Origin of the service, such as `https://api.porchlight.example`; a path `/v1` may follow. */
  readonly baseUrl: string;
  /** An API key of a user. Either this or `accessToken`. */
  readonly apiKey?: string;
  /** An OAuth access token, or what fetches a current one; asked before every attempt. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /** The registered system that sends. */
  readonly system?: { readonly name: string; readonly key: string };
  /** Longest time of one attempt, in ms, asking for the access token included. Default 30,000. */
  readonly timeoutMs?: number;
  /** How failed attempts are repeated. Default: 4 times, at most 60 s apart. */
  readonly retry?: Partial<RetryPolicy>;
  /** Another `fetch`, such as one with a proxy. Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** What may be said of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Key of a POST that makes it safe to repeat; a random one is made by default. */
  readonly idempotencyKey?: string;
  /** Entity tag that the record must still have: sent as `If-Match`. */
  readonly ifMatch?: string;
  /** No webhooks of this system for this change. */
  readonly suppressOwnWebhooks?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call of the API. */
export interface Request {
  readonly method: string;
  /** Below `/v1`, parameters filled in. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** An answer with the response that it came in: headers such as `ETag` or `X-Event-Id`. */
export interface Answer<T> {
  readonly data: T;
  readonly response: Response;
}

/** Sends a call, with retries. Throws PorchlightError, and nothing else. */
export type Send = <T>(request: Request, options?: CallOptions) => Promise<Answer<T>>;

/**
 * May be repeated when nobody knows whether they arrived; a POST may by its key. A repeated PUT or DELETE could report
 * what its first attempt did as a conflict.
 */
const SAFE = new Set(['GET', 'HEAD', 'POST']);

/** Makes what sends requests: credentials, deadline, idempotency key, retries, errors. */
export function createTransport(options: PorchlightOptions): Send {
  const { apiKey, accessToken, system, timeoutMs = 30_000, fetch: send = fetch } = options;
  if ((apiKey === undefined) === (accessToken === undefined)) throw new TypeError('Give either apiKey or accessToken.');
  const base = `${options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
  const policy: RetryPolicy = { ...DEFAULT_RETRY, ...options.retry };

  const credentials = async (): Promise<string> => {
    if (apiKey !== undefined) return `Basic ${btoa(`${apiKey}:`)}`;
    return `Bearer ${typeof accessToken === 'function' ? await accessToken() : accessToken!}`;
  };

  return async <T>({ method, path, query, body }: Request, call: CallOptions = {}): Promise<Answer<T>> => {
    const { signal, ifMatch, suppressOwnWebhooks } = call;
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(system && { 'x-system': system.name, 'x-system-key': system.key }),
      // The same key for every attempt: what was carried out already is answered again, not done again.
      ...(method === 'POST' && { 'idempotency-key': call.idempotencyKey ?? crypto.randomUUID() }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(suppressOwnWebhooks && { 'x-suppress-webhooks': 'own' }),
      ...call.headers,
    };
    const mayRepeat = SAFE.has(method);
    const url = `${base}${path}${queryText(query)}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(
        credentials,
        { method, url, headers, text },
        send,
        signal,
        call.timeoutMs ?? timeoutMs,
      );
      if (!(outcome instanceof PorchlightError)) return outcome as Answer<T>;
      const { status, reason, retryAfterSeconds } = outcome;
      const again = status === undefined ? mayRepeat && reason !== 'ABORTED' : isRetriedStatus(status);
      const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000;
      const pause = again ? waitBefore(attempt, policy, retryAfterMs, chance()) : undefined;
      if (pause === undefined) throw outcome;
      await wait(pause, signal).catch((cause: unknown) => {
        throw new PorchlightError('The call was given up by its caller.', { reason: 'ABORTED', cause });
      });
    }
  };
}

interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly text: string | undefined;
}

/** One attempt; every way to fail becomes an error that is returned, for the caller to decide. */
async function attemptOnce(
  credentials: () => Promise<string>,
  { method, url, headers, text }: Attempt,
  send: typeof fetch,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Answer<unknown> | PorchlightError> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    const authorization = await orAborted(credentials(), ends);
    const response = await send(url, {
      method,
      headers: { ...headers, authorization },
      ...(text !== undefined && { body: text }),
      signal: ends,
      redirect: 'error',
    });
    // The body belongs to the attempt: it, too, can break off.
    const answer = await response.text();
    return response.ok || response.status === 304
      ? { data: parse(answer, response), response }
      : refusal(response, answer);
  } catch (cause) {
    if (cause instanceof PorchlightError) return cause;
    if (signal?.aborted)
      return new PorchlightError('The call was given up by its caller.', { reason: 'ABORTED', cause });
    if (deadline.aborted)
      return new PorchlightError(`${method} ${pathOf(url)}: no answer within ${timeoutMs} ms.`, {
        reason: 'TIMEOUT',
        cause,
      });
    return new PorchlightError(`${method} ${pathOf(url)}: the service could not be reached.`, {
      reason: 'NETWORK',
      cause,
    });
  }
}

/** What work comes to, or the signal's reason as soon as that fires. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

function parse(text: string, { status, headers }: Response): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PorchlightError('The answer is not JSON: something between here and the service answered in its place.', {
      reason: 'BAD_ANSWER',
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      cause,
    });
  }
}

/** The error that a refusing answer means; a proxy's answer need not be JSON. */
function refusal({ status, headers }: Response, text: string): PorchlightError {
  let body: { errorMessage?: string; errorCode?: string; requestId?: string } | undefined;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    body = undefined;
  }
  const requestId = body?.requestId ?? headers.get('x-request-id') ?? undefined;
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now());
  return new PorchlightError(body?.errorMessage ?? `The service answered ${status}.`, {
    reason: body?.errorCode ?? `HTTP_${status}`,
    status,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: retryAfterMs / 1_000 }),
    body: body ?? text,
  });
}

/** Lists are comma lists, dates ISO; what is undefined or null is left out. */
function queryText(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}) as [string, unknown][]) {
    if (value === undefined || value === null) continue;
    search.append(
      name,
      value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(',') : String(value),
    );
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const pathOf = (url: string): string => new URL(url).pathname;

const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
