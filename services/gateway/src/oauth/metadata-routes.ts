import { SCOPES } from '@porchlight/access';
import { sendJson, getState } from '@porchlight/edge';
import { Router } from 'express';
import type { AuthClients } from '../auth-clients';

const CACHED = { 'Cache-Control': 'public, max-age=300' };
const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post'];

/** RFC 8414. */
const createMetadata = (issuer: string): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code', 'auth_code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'auth_code'],
  token_endpoint_auth_methods_supported: CLIENT_METHODS,
  revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
  scopes_supported: SCOPES,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Discovery: metadata and the keys of access tokens. */
export const metadataRoutes = ({ oauth, as }: Pick<AuthClients, 'oauth' | 'as'>, issuer: string): Router => {
  const router = Router();
  router.get('/.well-known/oauth-authorization-server', (req, res) => {
    getState(req).operation = 'auth.oauth.metadata';
    sendJson(res, 200, createMetadata(issuer), CACHED);
  });
  router.get('/.well-known/jwks.json', async (req, res) => {
    getState(req).operation = 'auth.oauth.keys';
    const { jwks } = await oauth.getSigningKeys({}, as);
    sendJson(res, 200, JSON.parse(jwks), CACHED);
  });
  return router;
};
