import { narrowScopes, parseScopes, SCOPES, type Scope } from '@porchlight/access';
import type { ExchangeTokenRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { equalHashes } from '../security';
import type { TokenPair } from './exchange-code';
import { extendGrant, isUnused, type GrantDocument } from './grant-document';
import { generateGrantToken, parseGrantId, refreshText } from './grant-tokens';
import { loadActiveUser } from './grants';
import { invalidGrant, isFailure, type OauthFailure } from './oauth-error';
import type { Oauth } from './oauth-parts';

/**
 * Grace period in which the previous token returns the same successor: lost responses, parallel refresh (decisions
 * section 8).
 */
const GRACE_MS = 10_000;
const MAX_ATTEMPTS = 10;

const isOver = (grant: GrantDocument, now: number): boolean =>
  grant.revoked || grant.refreshHash === undefined || isUnused(grant, now);

/**
 * The scopes of the next access token: those of the grant, or fewer if the client requests fewer. The grant does not
 * change (RFC 6749 6). Undefined means full rights.
 */
const nextScopes = (grant: GrantDocument, requestedScope: string): { scopes?: Scope[] } | OauthFailure => {
  const granted = (grant.scopes ?? []) as Scope[];
  const requested = parseScopes(requestedScope);
  const scopes = requested && narrowScopes(granted, requested);
  if (scopes) return scopes.length > 0 ? { scopes } : {};
  const most = granted.length > 0 ? granted : SCOPES;
  return {
    error: 'invalid_scope',
    description: `The scope must not go beyond what the user approved: ${most.join(' ')}.`,
  };
};

/**
 * Exchanges a refresh token for its successor. Reuse of an exchanged token revokes the family, except within the grace
 * period. A scope beyond the grant does not consume the token.
 */
export const exchangeRefreshToken = async (
  parts: Oauth,
  clientId: string,
  { refreshToken = '', scope = '' }: Pick<ExchangeTokenRequest, 'refreshToken' | 'scope'>,
  signal: AbortSignal,
): Promise<TokenPair | OauthFailure> => {
  const { grants, secrets, clock, tokens, ids } = parts;
  const refused = invalidGrant('refresh token');
  const _id = parseGrantId(refreshToken);
  if (_id === undefined) return refused;
  const hash = secrets.hash(refreshText(refreshToken));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const grant = await grants.load(_id);
    const now = clock.now();
    if (!grant || grant.clientId !== clientId || isOver(grant, now)) return refused;
    if (!(await loadActiveUser(parts, grant, signal))) return refused;
    if (!equalHashes(grant.refreshHash ?? '', hash)) {
      const graced = equalHashes(grant.formerHash ?? '', hash) && now - (grant.rotatedAt?.getTime() ?? 0) <= GRACE_MS;
      if (graced && grant.sealedPair !== undefined)
        return JSON.parse(secrets.openFor(refreshToken, grant.sealedPair)) as TokenPair;
      await grants.revoke(_id);
      return refused;
    }
    const scoped = nextScopes(grant, scope);
    if (isFailure(scoped)) return scoped;
    const pair: TokenPair = {
      accessToken: await tokens.sign({
        account: grant.accountId,
        user: grant.userId,
        clientId,
        family: _id,
        ...scoped,
      }),
      refreshToken: generateGrantToken(_id, (bytes) => ids.random(bytes)),
      ...scoped,
    };
    const change = {
      refreshHash: secrets.hash(refreshText(pair.refreshToken)),
      formerHash: hash,
      rotatedAt: new Date(now),
      sealedPair: secrets.sealFor(refreshToken, JSON.stringify(pair)),
      ...extendGrant(now),
    };
    if (await grants.exchange(grant, change)) return pair;
  }
  throw refuse('UNAVAILABLE');
};
