import type { ExchangeTokenRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { equalHashes } from '../security';
import { extendGrant, type GrantDocument } from './grant-document';
import { codeText, generateGrantToken, matchesChallenge, parseGrantId, refreshText } from './grant-tokens';
import { loadActiveUser } from './grants';
import { invalidGrant, type OauthFailure } from './oauth-error';
import type { Oauth } from './oauth-parts';

const MAX_ATTEMPTS = 10;

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Scopes of the access token; absent: full rights. */
  readonly scopes?: string[];
}

/**
 * `auth_code` compares the state if both requests contain one; the standard grant type has none (decisions section 8).
 */
const matchesState = ({ grantType, state }: ExchangeTokenRequest, grant: GrantDocument): boolean =>
  grantType !== 'auth_code' || state === undefined || grant.state === undefined || state === grant.state;

const matchesGrant = (request: ExchangeTokenRequest, grant: GrantDocument, now: number): boolean =>
  grant.codeUntil.getTime() > now &&
  (request.redirectUri === undefined || request.redirectUri === grant.redirectUri) &&
  matchesState(request, grant) &&
  matchesChallenge(request.codeVerifier, grant.challenge);

/**
 * Exchanges a code with one guarded write: one of several concurrent exchanges succeeds. A second use revokes the
 * tokens of the first.
 */
export const exchangeCode = async (
  parts: Oauth,
  clientId: string,
  request: ExchangeTokenRequest,
  signal: AbortSignal,
): Promise<TokenPair | OauthFailure> => {
  const { grants, secrets, clock, tokens, ids } = parts;
  const code = request.code ?? '';
  const _id = parseGrantId(code);
  if (_id === undefined) return invalidGrant('code');
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const grant = await grants.load(_id);
    if (!grant || grant.clientId !== clientId || !equalHashes(grant.codeHash, secrets.hash(codeText(code))))
      return invalidGrant('code');
    if (grant.codeUsed) {
      if (!grant.revoked) await grants.revoke(_id);
      return invalidGrant('code');
    }
    const now = clock.now();
    if (grant.revoked || !matchesGrant(request, grant, now) || !(await loadActiveUser(parts, grant, signal)))
      return invalidGrant('code');
    const refreshToken = generateGrantToken(_id, (bytes) => ids.random(bytes));
    const { accountId: account, userId: user, scopes } = grant;
    const accessToken = await tokens.sign({ account, user, clientId, family: _id, ...(scopes && { scopes }) });
    const change = {
      codeUsed: true,
      refreshHash: secrets.hash(refreshText(refreshToken)),
      ...extendGrant(now),
    };
    if (await grants.exchange(grant, change)) return { accessToken, refreshToken, ...(scopes && { scopes }) };
  }
  throw refuse('UNAVAILABLE');
};
