import { ApiError } from './api-error';

/** Longest wait for an answer. */
const DEADLINE_MS = 20_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

let csrfToken = '';
let whenSignedOut: () => void = () => undefined;

/** Sets the token that every changing request carries; it comes with the session. */
export const rememberCsrfToken = (token: string): void => {
  csrfToken = token;
};

/** Sets what is done when the API says that nobody is signed in. */
export const onSignedOut = (react: () => void): void => {
  whenSignedOut = react;
};

/** `/v1/people` and `{limit: 5}` make `/v1/people?limit=5`; empty values are left out. */
export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
};

const failureOf = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const { errorMessage, errorCode } = body;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    typeof errorMessage === 'string' ? errorMessage : `The server answered with status ${response.status}. Try again in a moment.`,
    response.status,
    typeof errorCode === 'string' ? errorCode : '',
    body,
    Number.isFinite(seconds) ? seconds : undefined,
  );
};

const send = async (method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Response> => {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(method !== 'GET' && csrfToken !== '' && { 'X-CSRF-Token': csrfToken }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const late = deadline.aborted;
    throw new ApiError(late ? 'The server took too long to answer. Try again.' : 'The server cannot be reached. Check your connection.', 0, 'UNREACHABLE');
  }
};

/**
 * Another tab may have signed in anew, so that this one's token is out of date: reads the session's token. Answers whether it
 * is another one, for then the request is worth repeating.
 */
const renewCsrfToken = async (): Promise<boolean> => {
  const former = csrfToken;
  const response = await send('GET', '/session', undefined);
  if (response.ok) csrfToken = ((await response.json()) as { csrfToken: string }).csrfToken;
  return csrfToken !== former;
};

/** Sends one request with the session's cookie and answers the body; throws ApiError. */
export const request = async <T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> => {
  const response = await send(method, path, body, signal);
  if (response.ok) {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  const failure = await failureOf(response);
  if (failure.code === 'CSRF_REFUSED' && (await renewCsrfToken())) return request(method, path, body, signal);
  if (failure.status === 401 && path.startsWith('/v1/')) whenSignedOut();
  throw failure;
};

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => request('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => request('PUT', path, body);
export const remove = <T>(path: string): Promise<T> => request('DELETE', path);
