import type {
  CheckStandingResponse,
  ExchangeTokenRequest,
  ExchangeTokenResponse,
  RevokeTokenRequest,
  RevokeTokenResponse,
} from '@porchlight/contracts';
import { findActiveUser } from '../accounts';
import { equalHashes } from '../security';
import { authenticateClient, loadClient } from './clients';
import { exchangeCode, type TokenPair } from './exchange-code';
import { exchangeRefreshToken } from './exchange-refresh-token';
import { isUnused, type GrantDocument } from './grant-document';
import { parseGrantId, refreshText } from './grant-tokens';
import { isFailure, type OauthFailure } from './oauth-error';
import type { Oauth } from './oauth-parts';
import { ACCESS_TOKEN_S } from './signing-keys';

type Call = { readonly signal: AbortSignal };

const failed = ({ error, description }: OauthFailure): ExchangeTokenResponse => ({
  error,
  errorDescription: description,
  accessToken: '',
  refreshToken: '',
  expiresIn: 0,
  scopes: [],
});

const missing = (name: string): OauthFailure => ({
  error: 'invalid_request',
  description: `The parameter ${name} is missing.`,
});

const exchange = async (
  parts: Oauth,
  clientId: string,
  request: ExchangeTokenRequest,
  signal: AbortSignal,
): Promise<TokenPair | OauthFailure> => {
  switch (request.grantType) {
    case 'auth_code':
    case 'authorization_code':
      return request.code === undefined ? missing('code') : exchangeCode(parts, clientId, request, signal);
    case 'refresh_token':
      return request.refreshToken === undefined
        ? missing('refresh_token')
        : exchangeRefreshToken(parts, clientId, request, signal);
    case '':
      return missing('grant_type');
    default:
      return {
        error: 'unsupported_grant_type',
        description: 'The grant_type must be auth_code, authorization_code or refresh_token.',
      };
  }
};

/**
 * The token endpoint (specification: OAuth 2.0; RFC 6749 section 3.2). Authenticates the client first, so that others
 * get no information.
 */
export const exchangeToken =
  (parts: Oauth) =>
  async (request: ExchangeTokenRequest, { signal }: Call): Promise<ExchangeTokenResponse> => {
    const client = await authenticateClient(parts, request.client, signal);
    if (isFailure(client)) return failed(client);
    const result = await exchange(parts, client.clientId, request, signal);
    if (isFailure(result)) return failed(result);
    return { error: '', errorDescription: '', scopes: [], ...result, expiresIn: ACCESS_TOKEN_S };
  };

/** The family of a client's token; undefined for an unknown token or one of another client. */
const findFamily = async (
  { grants, secrets, tokens }: Pick<Oauth, 'grants' | 'secrets' | 'tokens'>,
  clientId: string,
  token: string,
) => {
  const _id = parseGrantId(token);
  if (_id === undefined) {
    const claims = await tokens.read(token);
    return claims?.clientId === clientId ? claims.family : undefined;
  }
  const grant = await grants.load(_id);
  const hash = secrets.hash(refreshText(token));
  const isCurrent = [grant?.refreshHash, grant?.formerHash].some((one) => equalHashes(one ?? '', hash));
  return isCurrent && grant?.clientId === clientId ? _id : undefined;
};

/** Revokes the family of an access or refresh token; an unknown token is not an error (RFC 7009 2.2). */
export const revokeToken =
  (parts: Oauth) =>
  async ({ client: credentials, token }: RevokeTokenRequest, { signal }: Call): Promise<RevokeTokenResponse> => {
    const client = await authenticateClient(parts, credentials, signal);
    if (isFailure(client)) return { error: client.error, errorDescription: client.description };
    if (token === '') return { error: 'invalid_request', errorDescription: missing('token').description };
    const family = await findFamily(parts, client.clientId, token);
    if (family !== undefined) await parts.grants.revoke(family);
    return { error: '', errorDescription: '' };
  };

const INVALID: CheckStandingResponse = { valid: false, accountId: 0, userId: 0, role: '', userName: '', scopes: [] };

/**
 * Returns whether the tokens of a family are valid (not revoked or expired, app enabled, user active), and the current
 * role of the user.
 */
export const checkStanding =
  (parts: Oauth, onUse: (grant: GrantDocument) => void = () => undefined) =>
  async ({ familyId }: { familyId: string }, { signal }: Call): Promise<CheckStandingResponse> => {
    const grant = await parts.grants.load(familyId);
    if (!grant || grant.revoked || !grant.codeUsed || isUnused(grant, parts.clock.now())) return INVALID;
    const [app, { user, settings, accountDisabled }] = await Promise.all([
      loadClient(parts, grant.clientId, signal),
      findActiveUser(parts, grant, signal),
    ]);
    if (!app || !user) return { ...INVALID, accountDisabled: app !== undefined && accountDisabled };
    onUse(grant);
    const { accountId, scopes = [] } = grant;
    return { valid: true, accountId, userId: user.id, role: user.role, userName: user.name, scopes, settings };
  };
