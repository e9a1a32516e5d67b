import type { Scope } from '@porchlight/access';

/** Parameters of an authorization request as received: one value, or all values of a repeated parameter. */
export type Parameters = Readonly<Record<string, readonly string[]>>;

/** A registered client. */
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

/** A request that passed all checks. */
export interface AuthorizationRequest extends Redirectable {
  readonly responseType: 'auth_code' | 'code';
  readonly codeChallenge: string | undefined;
  /** Requested scopes; empty: the full rights of the user. */
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

/** A check before the address is verified: by its type it can only fail with a page. */
export type PageCheck<In, Out> = (input: In) => Promise<Out | PageError> | Out | PageError;

/** A check after that: it fails with a redirect. */
export type RedirectCheck<In, Out> = (input: In) => Out | RedirectError;

/** Creates an error for a page; the user reads `sentence`. */
export const pageError = (sentence: string): PageError => ({ shown: 'page', sentence });
/** Creates an error for the client; its developers read `description`. */
export const redirectError = (error: RedirectError['error'], description: string): RedirectError => ({
  shown: 'redirect',
  error,
  description,
});
/** True if a check failed. */
export const isError = <E extends PageError | RedirectError>(value: object | E): value is E => 'shown' in value;
