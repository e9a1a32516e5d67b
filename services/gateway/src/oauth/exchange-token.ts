import { sendJson } from '@porchlight/edge';
import type { Request, Response } from 'express';
import type { AuthClients } from '../auth-clients';
import { NO_STORE, refuseToken } from './token-responses';
import { readTokenRequest } from './token-request';

/** What the token endpoint works with. */
export interface TokenOptions extends Pick<AuthClients, 'oauth' | 'as'> {
  readonly getClientAddress: (req: Request) => string;
}

/** Exchanges a code or a refresh token for an access token. The client may be in the body of a POST only. */
export const exchangeToken = async (
  { oauth, as, getClientAddress }: TokenOptions,
  req: Request,
  res: Response,
  { sent, isPost }: { readonly sent: URLSearchParams; readonly isPost: boolean },
): Promise<void> => {
  const request = readTokenRequest(req, sent, { isPost });
  if ('error' in request) return refuseToken(req, res, request);
  const { parameters, client } = request;
  const answer = await oauth.exchangeToken(
    {
      client: { ...client, address: getClientAddress(req) },
      grantType: parameters['grant_type'] ?? '',
      code: parameters['code'],
      redirectUri: parameters['redirect_uri'],
      state: parameters['state'],
      codeVerifier: parameters['code_verifier'],
      refreshToken: parameters['refresh_token'],
      scope: parameters['scope'],
    },
    as,
  );
  if (answer.error !== '') return refuseToken(req, res, { error: answer.error, description: answer.errorDescription });
  const { accessToken, expiresIn, refreshToken, scopes } = answer;
  const body = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  };
  sendJson(res, 200, body, NO_STORE);
};
