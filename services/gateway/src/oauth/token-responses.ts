import { getState, sendJson } from '@porchlight/edge';
import { isRefusal } from '@porchlight/errors';
import type { NextFunction, Request, Response } from 'express';

/** No cache may store a response of the token endpoint (RFC 6749 5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** An error in the format of the standard. */
export interface TokenError {
  readonly error: string;
  readonly description: string;
}

const sendFailure = (
  req: Request,
  res: Response,
  status: number,
  { error, description }: TokenError,
  headers: Record<string, string> = {},
): void => {
  getState(req).outcome = error;
  sendJson(res, status, { error, error_description: description }, { ...NO_STORE, ...headers });
};

/** RFC 6749 5.2: 401 with a challenge for the client, 400 for the rest. */
export const refuseToken = (req: Request, res: Response, failure: TokenError): void => {
  if (failure.error === 'invalid_client')
    sendFailure(req, res, 401, failure, { 'WWW-Authenticate': 'Basic realm="Porchlight OAuth", charset="UTF-8"' });
  else sendFailure(req, res, 400, failure);
};

/** Errors outside the standard's format: too many failures, and unavailable services. */
export const sendTrouble = (req: Request, res: Response, error: unknown, next: NextFunction): void => {
  if (isRefusal(error) && error.reason === 'RATE_LIMITED') {
    const description = 'Too many failed attempts. Wait for the time in the header Retry-After.';
    sendFailure(
      req,
      res,
      429,
      { error: 'temporarily_unavailable', description },
      { 'Retry-After': String(error.params['seconds'] ?? 60) },
    );
  } else {
    res.setHeader('Cache-Control', 'no-store');
    next(error);
  }
};
