import { ApiError } from './api-error';

/** Longest wait for an answer. */
const DEADLINE_MS = 20_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Whose session it is, and the token that every changing request carries. */
interface SessionMark {
  readonly user: { readonly id: number };
  readonly account: { readonly id: number };
  readonly csrfToken: string;
}

let mark: SessionMark | undefined;
let whenSignedOut: () => void = () => undefined;

/** Sets the session that the pages belong to; undefined without a signed-in user. */
export const rememberMark = (session?: SessionMark): void => {
  mark = session;
};

/** Whether two sessions are of one user. */
export const isSameUser = (one: SessionMark, other: SessionMark): boolean =>
  one.user.id === other.user.id && one.account.id === other.account.id;

/** Sets the reaction to a response that the session has ended. */
export const onSignedOut = (react: () => void): void => {
  whenSignedOut = react;
};

/** `/v1/people` and `{limit: 5}` make `/v1/people?limit=5`; empty values are left out. */
export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
};

interface Answer {
  readonly response: Response;
  readonly text: string;
}

const failureOf = ({ response, text }: Answer): ApiError => {
  const body = objectOf(text) ?? {};
  const { errorMessage, errorCode } = body;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    typeof errorMessage === 'string'
      ? errorMessage
      : `The server returned status ${response.status}. Try again in a moment.`,
    response.status,
    typeof errorCode === 'string' ? errorCode : '',
    body,
    Number.isFinite(seconds) ? seconds : undefined,
  );
};

const objectOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

const unreachable = (sentence: string): ApiError => new ApiError(sentence, 0, 'UNREACHABLE');

/** One exchange, up to the last byte of the answer. */
const send = async (method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Answer> => {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(method !== 'GET' && mark && { 'X-CSRF-Token': mark.csrfToken }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(
      deadline.aborted
        ? 'The server took too long to respond. Try again.'
        : 'The server cannot be reached. Check your connection.',
    );
  }
};

/**
 * Reads the CSRF token again: a sign-in in another tab replaces it. Returns whether the token changed, so that the
 * request can be repeated. Throws if the session belongs to another user or account than the page.
 */
const renewMark = async (): Promise<boolean> => {
  const { response, text } = await send('GET', '/session', undefined);
  const session = response.ok ? (objectOf(text) as SessionMark | undefined) : undefined;
  if (!mark || !session) return false;
  if (!isSameUser(mark, session)) {
    throw new ApiError(
      'Not saved: another user signed in in another tab. Reload this page to continue as that user.',
      409,
      'OTHER_SESSION',
    );
  }
  const isNew = mark.csrfToken !== session.csrfToken;
  mark = session;
  return isNew;
};

/** Sends one request with the session's cookie and answers the body; throws ApiError. */
export const request = async <T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> => {
  const answer = await send(method, path, body, signal);
  if (answer.response.ok) {
    const read = answer.text === '' ? undefined : objectOf(answer.text);
    if (read === undefined && answer.text !== '')
      throw unreachable('The response of the server was incomplete. Try again.');
    return read as T;
  }
  const failure = failureOf(answer);
  if (failure.code === 'CSRF_REFUSED' && (await renewMark())) return request(method, path, body, signal);
  // At `/session` itself, 401 means no session, or a wrong email or password.
  if (failure.code === 'UNAUTHENTICATED' && path !== '/session') whenSignedOut();
  throw failure;
};

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => request('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => request('PUT', path, body);
export const remove = <T>(path: string): Promise<T> => request('DELETE', path);
