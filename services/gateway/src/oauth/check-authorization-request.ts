import { parseScopes, SCOPES, type Scope } from '@porchlight/access';
import type { AuthClients } from '../auth-clients';

/** A registered client. */
interface KnownClient {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly accountId: number;
  /** Only users of its account authorize it, with PKCE (D13.10). */
  readonly development: boolean;
}

/** The request after the redirect address was verified as registered. */
export interface Redirectable {
  readonly client: KnownClient;
  readonly redirectUri: string;
  readonly responseType: string;
  readonly state: string | undefined;
}

/** A request that passed all checks. */
export interface AuthorizationRequest extends Redirectable {
  readonly codeChallenge: string | undefined;
  /** Requested scopes; empty: the full rights of the user. */
  readonly scopes: Scope[];
}

/** An error that is sent to the client; its developers read `description`. */
export interface RedirectError {
  readonly error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type' | 'access_denied';
  readonly description: string;
}

/**
 * The result of the checks. Before the redirect address is verified, an error is a sentence on a page for the user (RFC
 * 6749 4.1.2.1); afterwards the client gets it.
 */
export type Checked =
  | { readonly outcome: 'page'; readonly sentence: string }
  | { readonly outcome: 'redirect'; readonly error: RedirectError; readonly to: Redirectable }
  | { readonly outcome: 'ok'; readonly request: AuthorizationRequest };

const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
];
const MAX_VALUE = 2_048;
/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Checks the parameters of an authorization request in order. */
export const checkAuthorizationRequest = async (
  { oauth, as }: Pick<AuthClients, 'oauth' | 'as'>,
  parameters: URLSearchParams,
): Promise<Checked> => {
  const page = (sentence: string): Checked => ({ outcome: 'page', sentence });
  // If a parameter repeats (RFC 6749 3.1), it is unclear which value was verified.
  for (const name of PARAMETERS) {
    const values = parameters.getAll(name);
    if (values.length > 1) return page(`The parameter ${name} is there more than once.`);
    if ((values[0]?.length ?? 0) > MAX_VALUE) return page(`The parameter ${name} is too long.`);
  }
  const read = (name: string): string | undefined => parameters.get(name) ?? undefined;

  const clientId = read('client_id');
  if (!clientId) return page('The parameter client_id is missing.');
  const { found, name, redirectUris, accountId, development } = await oauth.findClient({ clientId }, as);
  if (!found) return page('The app that sent you here is not registered.');
  const redirectUri = read('redirect_uri');
  if (!redirectUri) return page('The parameter redirect_uri is missing.');
  // It must equal a registered address, byte by byte (decisions section 8).
  if (!redirectUris.includes(redirectUri)) return page('The address to return to is not registered for this app.');

  const responseType = read('response_type') ?? '';
  const to: Redirectable = {
    client: { clientId, name, redirectUris, accountId, development },
    redirectUri,
    responseType,
    state: read('state'),
  };
  const refused = (error: RedirectError['error'], description: string): Checked => ({
    outcome: 'redirect',
    error: { error, description },
    to,
  });
  if (responseType === '') return refused('invalid_request', 'The parameter response_type is missing.');
  // `auth_code` is in the specification, `code` in the standard.
  if (responseType !== 'auth_code' && responseType !== 'code')
    return refused('unsupported_response_type', 'The response_type must be auth_code or code.');
  const [codeChallenge, method] = [read('code_challenge'), read('code_challenge_method')];
  if (codeChallenge !== undefined || method !== undefined) {
    // `plain`, also the default without a method, gives no protection (RFC 9700 2.1.1).
    if (method !== 'S256') return refused('invalid_request', 'The code_challenge_method must be S256.');
    if (codeChallenge === undefined || !CHALLENGE.test(codeChallenge))
      return refused('invalid_request', 'The code_challenge must be a SHA-256 in base64url.');
  }
  if (development && codeChallenge === undefined)
    return refused('invalid_request', 'An app for development needs a code_challenge with the method S256.');
  const scopes = parseScopes(read('scope') ?? '');
  // RFC 6749 4.1.2.1.
  if (!scopes) return refused('invalid_scope', `The scope must list some of ${SCOPES.join(' ')}.`);
  return { outcome: 'ok', request: { ...to, codeChallenge, scopes } };
};
