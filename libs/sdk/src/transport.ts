import { errorClassOf, NetworkError, PorchlightError } from './porchlight-error';
import {
  DEFAULT_RETRY,
  isRetryableStatus,
  parseRetryAfter,
  wait,
  computeWait,
  type RetryPolicy,
} from './retry-requests';

/** How the SDK reaches the service, and with which credentials: an API key, an access token or a session cookie. */
export interface PorchlightOptions {
  /** Origin of the service, such as `https://api.porchlight.example`, with or without the path `/v1`. */
  readonly baseUrl: string;
  /** An API key of a user. */
  readonly apiKey?: string;
  /** An OAuth access token, or a function that returns a current one. Called before every attempt. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /**
   * For pages of the service itself, whose browser sends the session cookie: returns the CSRF token of the session.
   * Called before every attempt; requests other than GET send the token.
   */
  readonly csrfToken?: () => string | undefined;
  /** The registered system that sends the requests. */
  readonly system?: { readonly name: string; readonly key: string };
  /** Timeout of one attempt including `accessToken`, ms. Default 30,000. */
  readonly timeoutMs?: number;
  /** When failed attempts are repeated. Default: up to 4 times, at most 60 s apart. */
  readonly retry?: Partial<RetryPolicy>;
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: typeof fetch;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Idempotency key of a POST. Default: random. */
  readonly idempotencyKey?: string;
  /** Sent as `If-Match`: the request fails with 412 if the record has another entity tag by then. */
  readonly ifMatch?: string;
  /** Sends no webhooks of this system for this change. */
  readonly suppressOwnWebhooks?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request to the service. */
export interface Request {
  readonly method: string;
  /** The path with its parameters filled in, such as `/v1/people/7`. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** The parsed body and the response with its headers, such as `ETag` or `X-Event-Id`. */
export interface ResponseData<T> {
  readonly data: T;
  readonly response: Response;
}

/** Sends a request, with retries. Throws only PorchlightError. */
export type Send = <T>(request: Request, options?: CallOptions) => Promise<ResponseData<T>>;

/**
 * Methods that are repeated without a response. POST has an idempotency key. A repeated PUT or DELETE could fail
 * because the first attempt succeeded.
 */
const REPEATABLE = new Set(['GET', 'HEAD', 'POST']);

/**
 * Returns the function that creates the headers with the credentials of a request. Throws a TypeError unless the
 * options contain exactly one kind.
 */
export const readCredentials = ({
  apiKey,
  accessToken,
  csrfToken,
}: PorchlightOptions): ((method: string) => Promise<Record<string, string>>) => {
  if ([apiKey, accessToken, csrfToken].filter((credential) => credential !== undefined).length !== 1)
    throw new TypeError('Give either apiKey or accessToken. Pages of the service give csrfToken instead.');
  return async (method): Promise<Record<string, string>> => {
    if (apiKey !== undefined) return { authorization: `Basic ${btoa(`${apiKey}:`)}` };
    if (csrfToken) {
      const token = method === 'GET' ? undefined : csrfToken();
      return token === undefined ? {} : { 'x-csrf-token': token };
    }
    return { authorization: `Bearer ${typeof accessToken === 'function' ? await accessToken() : accessToken!}` };
  };
};

/** The address of the service without `/v1`. Throws a TypeError that says what to pass unless it is one of http. */
export const readOrigin = ({ baseUrl }: { readonly baseUrl?: unknown }): string => {
  if (typeof baseUrl !== 'string' || !/^https?:\/\//.test(baseUrl))
    throw new TypeError(`Pass baseUrl, the origin of the service, such as 'https://api.porchlight.example'.`);
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
};

/** The headers that name the system of the requests. */
export const createSystemHeaders = ({ system }: Pick<PorchlightOptions, 'system'>): Record<string, string> =>
  system ? { 'x-system': system.name, 'x-system-key': system.key } : {};

/** Creates the function that sends requests with credentials, timeout, idempotency key and retries. */
export function createTransport(options: PorchlightOptions): Send {
  const { timeoutMs = 30_000, fetch: send = fetch } = options;
  const origin = readOrigin(options);
  const policy: RetryPolicy = { ...DEFAULT_RETRY, ...options.retry };

  const createCredentials = readCredentials(options);

  return async <T>({ method, path, query, body }: Request, call: CallOptions = {}): Promise<ResponseData<T>> => {
    const { signal, ifMatch, suppressOwnWebhooks } = call;
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...createSystemHeaders(options),
      // The same key for every attempt, so that the service executes the request once.
      ...(method === 'POST' && { 'idempotency-key': call.idempotencyKey ?? crypto.randomUUID() }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(suppressOwnWebhooks && { 'x-suppress-webhooks': 'own' }),
      ...call.headers,
    };
    const isRepeatable = REPEATABLE.has(method);
    const url = `${origin}${path}${formatQuery(query)}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(
        () => createCredentials(method),
        { method, url, headers, text },
        send,
        signal,
        call.timeoutMs ?? timeoutMs,
      );
      if (!(outcome instanceof PorchlightError)) return outcome as ResponseData<T>;
      const { status, reason, retryAfterSeconds } = outcome;
      const canRepeat = status === undefined ? isRepeatable && reason !== 'ABORTED' : isRetryableStatus(status);
      const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000;
      const pause = canRepeat ? computeWait(attempt, policy, retryAfterMs, random()) : undefined;
      if (pause === undefined) throw outcome;
      await wait(pause, signal).catch((cause: unknown) => {
        throw new PorchlightError('The caller aborted the request.', { reason: 'ABORTED', cause });
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

/** Sends one attempt. Returns failures instead of throwing them, so that the caller can decide on a retry. */
async function attemptOnce(
  createCredentials: () => Promise<Record<string, string>>,
  { method, url, headers, text }: Attempt,
  send: typeof fetch,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<ResponseData<unknown> | PorchlightError> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    const credentials = await abortable(createCredentials(), ends);
    const response = await send(url, {
      method,
      headers: { ...headers, ...credentials },
      ...(text !== undefined && { body: text }),
      signal: ends,
      redirect: 'error',
    });
    // The attempt includes the body: the connection can break while it is read.
    const content = await response.text();
    return response.ok || response.status === 304
      ? { data: parseBody(content, response), response }
      : createError(response, content);
  } catch (cause) {
    if (cause instanceof PorchlightError) return cause;
    if (signal?.aborted) return new PorchlightError('The caller aborted the request.', { reason: 'ABORTED', cause });
    if (deadline.aborted)
      return new NetworkError(`${method} ${new URL(url).pathname}: no response within ${timeoutMs} ms.`, {
        reason: 'TIMEOUT',
        cause,
      });
    return new NetworkError(`${method} ${new URL(url).pathname}: the service could not be reached.`, {
      reason: 'NETWORK',
      cause,
    });
  }
}

/** Returns the result of `work`, or rejects with the signal's reason as soon as the signal fires. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

function parseBody(text: string, { status, headers }: Response): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PorchlightError('The response is not JSON. A proxy may have responded instead of the service.', {
      reason: 'BAD_ANSWER',
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      cause,
    });
  }
}

/** Creates the error of a response other than 2xx. The body of a proxy's response may not be JSON. */
export function createError({ status, headers }: Response, text: string): PorchlightError {
  let body: { errorMessage?: string; errorCode?: string; requestId?: string } | undefined;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    body = undefined;
  }
  const requestId = body?.requestId ?? headers.get('x-request-id') ?? undefined;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now());
  const ErrorOfStatus = errorClassOf(status);
  return new ErrorOfStatus(body?.errorMessage ?? `The service returned status ${status}.`, {
    reason: body?.errorCode ?? `HTTP_${status}`,
    status,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: retryAfterMs / 1_000 }),
    body: body ?? text,
  });
}

/** Formats a query: lists separated by commas, dates in ISO 8601; omits undefined and null. */
function formatQuery(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}) as [string, unknown][]) {
    if (value === undefined || value === null) continue;
    search.append(
      name,
      value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(',') : String(value),
    );
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** Random, in [0, 1). */
const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
