import { sendJson } from '@porchlight/edge';
import type { Request, Response } from 'express';
import type { TokenOptions } from './exchange-token';
import { presentedClient } from './presented-client';
import { isTokenError, readParameters } from './token-parameters';
import { NO_STORE, refuseToken } from './token-responses';

/** Revokes an access or refresh token (RFC 7009). */
export const revokeToken = async (
  { oauth, as, getClientAddress }: TokenOptions,
  req: Request,
  res: Response,
  sent: URLSearchParams,
): Promise<void> => {
  const parameters = readParameters(sent);
  if (isTokenError(parameters)) return refuseToken(req, res, parameters);
  const client = presentedClient(req.headers.authorization, parameters, true);
  if ('error' in client) return refuseToken(req, res, client);
  const { error, errorDescription } = await oauth.revokeToken(
    { client: { ...client, address: getClientAddress(req) }, token: parameters['token'] ?? '' },
    as,
  );
  if (error !== '') return refuseToken(req, res, { error, description: errorDescription });
  // Strict clients parse every response as JSON.
  sendJson(res, 200, {}, NO_STORE);
};
