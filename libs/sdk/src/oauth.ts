import { errorClassOf, NetworkError, PorchlightError } from './porchlight-error';
import { toBase64 } from './verify-webhook';

/** An OAuth app, and where it runs. */
export interface OauthClientOptions {
  /** Origin of the service, such as `https://api.porchlight.example`. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Stays on the server. */
  readonly clientSecret: string;
  /** Registered with the app. `http://localhost:…` only for an app with `development: true`. */
  readonly redirectUri: string;
  /** Timeout of a request, ms. Default 30,000. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** What to store in the session of the user until the callback. */
export interface AuthorizationAttempt {
  /** Where to send the browser. */
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
}

/** Tokens of a grant. Store them before you use them: a refresh token is valid once. */
export interface OauthTokenSet {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token expires, ms since 1970. */
  readonly expiresAt: number;
}

/** The code flow with PKCE for a server: `authorize`, `exchange`, `refresh`, `revoke`. */
export interface OauthClient {
  /**
   * Creates the address of the consent page with a new state and PKCE verifier. `scope` limits the access:
   * `read people`.
   */
  authorize(scope?: string): Promise<AuthorizationAttempt>;
  /**
   * Exchanges the code of the callback. Throws a PorchlightError if the state differs, the user denied, or the service
   * refuses.
   */
  exchange(
    callback: string | URL,
    attempt: Pick<AuthorizationAttempt, 'state' | 'codeVerifier'>,
  ): Promise<OauthTokenSet>;
  /** Exchanges a refresh token. The former one is not valid afterwards. */
  refresh(refreshToken: string): Promise<OauthTokenSet>;
  /** Ends the access of the tokens. */
  revoke(token: string): Promise<void>;
  /**
   * Returns a function for `accessToken` of the client: it refreshes a minute before the end, once for all calls that
   * wait, and `store` receives the new tokens before they are used.
   */
  tokenSource(tokens: OauthTokenSet, store: (tokens: OauthTokenSet) => void | Promise<void>): () => Promise<string>;
}

/** A token is refreshed this long before it expires, ms. */
const EARLY_MS = 60_000;

const base64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Creates the client of an OAuth app. Sends no request. */
export function createOauthClient(options: OauthClientOptions): OauthClient {
  const { clientId, redirectUri } = options;
  const post = createPost(options);
  const request = async (fields: Readonly<Record<string, string>>): Promise<OauthTokenSet> => {
    const tokens = (await post('token', fields)) as { access_token: string; refresh_token: string; expires_in: number };
    const expiresAt = Date.now() + tokens.expires_in * 1_000;
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, expiresAt };
  };
  const refresh = (refreshToken: string): Promise<OauthTokenSet> =>
    request({ grant_type: 'refresh_token', refresh_token: refreshToken });

  return {
    refresh,
    async authorize(scope) {
      const [state, codeVerifier] = [randomText(), randomText()];
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: base64url(new Uint8Array(digest)),
        code_challenge_method: 'S256',
        ...(scope !== undefined && { scope }),
      });
      return { url: `${originOf(options)}/oauth/authorize?${query}`, state, codeVerifier };
    },
    async exchange(callback, { state, codeVerifier }) {
      const query = new URL(callback, redirectUri).searchParams;
      if (query.get('state') !== state)
        throw new PorchlightError('The state of the callback is not that of the session. Start again.', {
          reason: 'INVALID_STATE',
        });
      const code = query.get('code');
      if (code === null)
        throw new PorchlightError(query.get('error_description') ?? 'The user did not grant access.', {
          reason: query.get('error') ?? 'access_denied',
        });
      const fields = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return request({ grant_type: 'authorization_code', ...fields });
    },
    async revoke(token) {
      await post('revoke', { token });
    },
    tokenSource(tokens, store) {
      let current = tokens;
      let pending: Promise<string> | undefined;
      const renew = async (): Promise<string> => {
        const next = await refresh(current.refreshToken);
        await store(next);
        current = next;
        return next.accessToken;
      };
      return async () => {
        if (Date.now() < current.expiresAt - EARLY_MS) return current.accessToken;
        pending ??= renew().finally(() => (pending = undefined));
        return pending;
      };
    },
  };
}

const originOf = ({ baseUrl }: OauthClientOptions): string => baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');

/** Sends forms to the endpoints of OAuth. Nothing is repeated: a code or token is valid once. */
const createPost = (options: OauthClientOptions) => {
  const { clientId, clientSecret, timeoutMs = 30_000, fetch: send = fetch } = options;
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  return async (endpoint: string, fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const url = `${originOf(options)}/oauth/${endpoint}`;
    const response = await send(url, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new NetworkError(`POST /oauth/${endpoint}: the service could not be reached.`, {
        reason: 'NETWORK',
        cause,
      });
    });
    const body = (await response.json().catch(() => undefined)) as
      { error?: string; error_description?: string } | undefined;
    if (response.ok) return body;
    const ErrorOfStatus = errorClassOf(response.status);
    throw new ErrorOfStatus(body?.error_description ?? `The service returned status ${response.status}.`, {
      reason: body?.error ?? `HTTP_${response.status}`,
      status: response.status,
      body,
    });
  };
};
