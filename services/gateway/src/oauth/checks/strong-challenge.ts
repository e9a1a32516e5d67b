import { redirectError, type AuthorizationRequest, type RedirectCheck } from '../authorization-request';

/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Only PKCE with S256: `plain`, also the default without a method, gives no protection (RFC 9700 2.1.1). */
export const strongChallenge: RedirectCheck<
  { challenge?: string; method?: string },
  Pick<AuthorizationRequest, 'codeChallenge'>
> = ({ challenge, method }) => {
  if (challenge === undefined && method === undefined) return { codeChallenge: undefined };
  if (method !== 'S256') return redirectError('invalid_request', 'The code_challenge_method must be S256.');
  if (challenge === undefined || !CHALLENGE.test(challenge))
    return redirectError('invalid_request', 'The code_challenge must be a SHA-256 in base64url.');
  return { codeChallenge: challenge };
};
