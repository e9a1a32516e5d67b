/** An error as the token endpoint tells it (RFC 6749 5.2). It is an answer, no refusal: its shape is the standard's. */
export interface OauthFailure {
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';
  readonly description: string;
}

/** True if a step failed; contains the error for the client. */
export const isFailure = (value: object): value is OauthFailure => 'error' in value && 'description' in value;

/** One message for all errors of a code or token, so that it does not reveal which part is valid. */
export const invalidGrant = (what: 'code' | 'refresh token'): OauthFailure => ({
  error: 'invalid_grant',
  description: `The ${what} is not valid, is over, or belongs to another request.`,
});
