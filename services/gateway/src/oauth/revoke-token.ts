import { sendJson } from '@porchlight/edge';
import type { Request, Response } from 'express';
import type { TokenOptions } from './exchange-token';
import { readTokenRequest } from './token-request';
import { NO_STORE, refuseToken } from './token-responses';

/** Revokes an access or refresh token (RFC 7009). */
export const revokeToken = async (
  { oauth, as, getClientAddress }: TokenOptions,
  req: Request,
  res: Response,
  sent: URLSearchParams,
): Promise<void> => {
  const request = readTokenRequest(req, sent, { isPost: true });
  if ('error' in request) return refuseToken(req, res, request);
  const { parameters, client } = request;
  const { error, errorDescription } = await oauth.revokeToken(
    { client: { ...client, address: getClientAddress(req) }, token: parameters['token'] ?? '' },
    as,
  );
  if (error !== '') return refuseToken(req, res, { error, description: errorDescription });
  // Strict clients parse every response as JSON.
  sendJson(res, 200, {}, NO_STORE);
};
