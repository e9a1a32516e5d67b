import { parseScopes, SCOPES } from '@porchlight/access';
import { redirectError, type AuthorizationRequest, type RedirectCheck } from '../authorization-request';

/**
 * The scopes of an app; none without the parameter, which means full rights. An unknown scope is `invalid_scope` (RFC
 * 6749 4.1.2.1).
 */
export const knownScopes: RedirectCheck<string | undefined, Pick<AuthorizationRequest, 'scopes'>> = (scope = '') => {
  const scopes = parseScopes(scope);
  return scopes ? { scopes } : redirectError('invalid_scope', `The scope must list some of ${SCOPES.join(' ')}.`);
};
