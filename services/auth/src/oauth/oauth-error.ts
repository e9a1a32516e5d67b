/**
 * An error response of the token endpoint (RFC 6749 5.2). Returned, not thrown, because the standard defines its shape.
 */
export interface OauthFailure {
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';
  readonly description: string;
}

/** True if the value is an error response. */
export const isFailure = (value: object): value is OauthFailure => 'error' in value && 'description' in value;

/** One message for all errors of a code or token, so that it does not reveal which part is valid. */
export const invalidGrant = (what: 'code' | 'refresh token'): OauthFailure => ({
  error: 'invalid_grant',
  description: `The ${what} is not valid, is over, or belongs to another request.`,
});
