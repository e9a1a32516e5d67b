import { redirectError, type AuthorizationRequest, type RedirectCheck } from '../authorization-request';

/** `auth_code` (specification), or `code` (standard). */
export const knownResponseType: RedirectCheck<string, Pick<AuthorizationRequest, 'responseType'>> = (responseType) => {
  if (responseType === 'auth_code' || responseType === 'code') return { responseType };
  if (responseType === '') return redirectError('invalid_request', 'The parameter response_type is missing.');
  return redirectError('unsupported_response_type', 'The response_type must be auth_code or code.');
};
