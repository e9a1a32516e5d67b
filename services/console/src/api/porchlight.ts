import { t } from '@lingui/core/macro';
import { createPorchlight, createTransport, PorchlightError } from '@porchlight/sdk';

/** Timeout of a request, ms. */
const TIMEOUT_MS = 20_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The user of a session, and the token that requests other than GET send. */
interface ApiSession {
  readonly user: { readonly id: number };
  readonly account: { readonly id: number };
  readonly csrfToken: string;
}

let current: ApiSession | undefined;
let onEnded: () => void = () => undefined;

/** Sets the session that the pages belong to; undefined without a signed-in user. */
export const setApiSession = (session?: ApiSession): void => {
  current = session;
};

/** Whether two sessions belong to the same user. */
export const isSameUser = (one: ApiSession, other: ApiSession): boolean =>
  one.user.id === other.user.id && one.account.id === other.account.id;

/** Sets the reaction to a response that the session has ended. */
export const onSessionEnded = (react: () => void): void => {
  onEnded = react;
};

/**
 * Reads the CSRF token again: a sign-in in another tab replaces it. Returns whether the token changed, so that the
 * request can be repeated. Throws if the session belongs to another user or account than the page.
 */
const renewToken = async (signal: AbortSignal | null = null): Promise<boolean> => {
  const response = await fetch('/session', { headers: { accept: 'application/json' }, signal });
  if (!current || !response.ok) return false;
  const session = (await response.json()) as ApiSession;
  if (!isSameUser(current, session)) {
    throw new PorchlightError(
      t`Not saved: another user signed in in another tab. Reload this page to continue as that user.`,
      { reason: 'OTHER_SESSION', status: 409 },
    );
  }
  const isNew = current.csrfToken !== session.csrfToken;
  current = session;
  return isNew;
};

const readErrorCode = async (response: Response): Promise<unknown> => {
  const body = (await response.json().catch(() => undefined)) as { errorCode?: unknown } | undefined;
  return body?.errorCode;
};

/** Repeats a request whose CSRF token is outdated, and reports the end of the session. */
const fetchInSession: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const code = await readErrorCode(response.clone());
  if (code === 'CSRF_REFUSED' && current && (await renewToken(init?.signal)))
    return fetchInSession(input, { ...init, headers: { ...init?.headers, 'x-csrf-token': current.csrfToken } });
  // At `/session` itself, 401 means no session, or a wrong email or password.
  if (code === 'UNAUTHENTICATED' && new URL(response.url).pathname !== '/session') onEnded();
  return response;
};

const OPTIONS = {
  baseUrl: window.location.origin,
  csrfToken: () => current?.csrfToken,
  timeoutMs: TIMEOUT_MS,
  // Queries repeat reads (see hooks.ts). Changes are never repeated: the user decides.
  retry: { retries: 0 },
  fetch: fetchInSession,
};

/** The public API, called with the session of the signed-in user. */
export const porchlight = createPorchlight(OPTIONS);

const send = createTransport(OPTIONS);

/** Calls a route of the session, such as `/session/profile`. These routes are not part of the public API. */
export const callSession = async <T>(
  method: Method,
  path: `/session${string}`,
  body?: object,
  signal?: AbortSignal,
): Promise<T> => (await send<T>({ method, path, body }, signal && { signal })).data;
