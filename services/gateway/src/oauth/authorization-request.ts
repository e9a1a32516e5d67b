import type { Scope } from '@porchlight/access';

/** Parameters of an authorization request as they came; of each the one value, or all of them. */
export type Parameters = Readonly<Record<string, readonly string[]>>;

/** A client that is registered. */
export interface KnownClient {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The request after the redirect address was verified as registered. */
export interface Redirectable {
  readonly client: KnownClient;
  readonly redirectUri: string;
  readonly responseType: string;
  readonly state: string | undefined;
}

/** A request that passed every check. */
export interface AuthorizationRequest extends Redirectable {
  readonly responseType: 'auth_code' | 'code';
  readonly codeChallenge: string | undefined;
  /** What the app asks for; empty: the full rights of the user. */
  readonly scopes: readonly Scope[];
}

/** An error that is shown on a page: the redirect address is not verified yet (RFC 6749 4.1.2.1). */
export interface PageError {
  readonly shown: 'page';
  readonly sentence: string;
}

/** An error that is sent to the client. */
export interface RedirectError {
  readonly shown: 'redirect';
  readonly error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type' | 'access_denied';
  readonly description: string;
}

/** A check before the address is known to be the client's: its type lets it fail with a page only. */
export type PageCheck<In, Out> = (input: In) => Promise<Out | PageError> | Out | PageError;

/** A check after that: it fails with a redirect. */
export type RedirectCheck<In, Out> = (input: In) => Out | RedirectError;

/** An error for a page; `sentence` is what the user reads. */
export const pageError = (sentence: string): PageError => ({ shown: 'page', sentence });
/** An error for the client; `description` is what its makers read. */
export const redirectError = (error: RedirectError['error'], description: string): RedirectError => ({
  shown: 'redirect',
  error,
  description,
});
/** Whether a check failed. */
export const isError = <E extends PageError | RedirectError>(value: object | E): value is E => 'shown' in value;
