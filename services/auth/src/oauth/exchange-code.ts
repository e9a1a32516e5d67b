import type { ExchangeTokenRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { equalHashes } from '../security';
import type { GrantDocument } from './grant-document';
import { codeText, drawGrantToken, fitsChallenge, grantIdOf, refreshText } from './grant-tokens';
import { activeUserOf } from './grants';
import { invalidGrant, type OauthFailure } from './oauth-error';
import type { OauthPorts } from './oauth-ports';

/** 90 days unused end a refresh token (decisions section 8). */
export const REFRESH_MS = 90 * 86_400_000;
const TRIES = 10;

/** What a grant gives. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Of the access token; absent: full rights. */
  readonly scopes?: string[];
}

/**
 * `auth_code` compares the state when both requests carried one; the standard grant knows none here (decisions section
 * 8).
 */
const fitsState = ({ grantType, state }: ExchangeTokenRequest, grant: GrantDocument): boolean =>
  grantType !== 'auth_code' || state === undefined || grant.state === undefined || state === grant.state;

const fits = (request: ExchangeTokenRequest, grant: GrantDocument, now: number): boolean =>
  grant.codeUntil.getTime() > now &&
  (request.redirectUri === undefined || request.redirectUri === grant.redirectUri) &&
  fitsState(request, grant) &&
  fitsChallenge(request.codeVerifier, grant.challenge);

/**
 * Exchanges a code, in one guarded write: of any number at the same moment one succeeds. A second use ends all that
 * came of the first.
 */
export const exchangeCode = async (
  ports: OauthPorts,
  clientId: string,
  request: ExchangeTokenRequest,
  signal: AbortSignal,
): Promise<TokenPair | OauthFailure> => {
  const { grants, secrets, clock, tokens, ids } = ports;
  const code = request.code ?? '';
  const _id = grantIdOf(code);
  if (_id === undefined) return invalidGrant('code');
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const grant = await grants.load(_id);
    if (!grant || grant.clientId !== clientId || !equalHashes(grant.codeHash, secrets.hash(codeText(code))))
      return invalidGrant('code');
    if (grant.codeUsed) {
      if (!grant.revoked) await grants.revoke(_id);
      return invalidGrant('code');
    }
    const now = clock.now();
    if (grant.revoked || !fits(request, grant, now) || !(await activeUserOf(ports, grant, signal)))
      return invalidGrant('code');
    const refreshToken = drawGrantToken(_id, (bytes) => ids.random(bytes));
    const { accountId: account, userId: user, scopes } = grant;
    const accessToken = await tokens.sign({ account, user, clientId, family: _id, ...(scopes && { scopes }) });
    const change = {
      codeUsed: true,
      refreshHash: secrets.hash(refreshText(refreshToken)),
      expires: new Date(now + REFRESH_MS),
    };
    if (await grants.exchange(grant, change)) return { accessToken, refreshToken, ...(scopes && { scopes }) };
  }
  throw refuse('UNAVAILABLE');
};
