import { readMediaType, readQuery, sendJson, getState } from '@porchlight/edge';
import { isRefusal, refuse } from '@porchlight/errors';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { AuthClients } from '../auth-clients';
import { presentedClient } from './presented-client';

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
const FORM = 'application/x-www-form-urlencoded';
/** Browsers and mail clients prefetch links; that must not consume a code. */
const isPrefetch = (req: Request): boolean =>
  /prefetch|prerender/i.test(`${String(req.headers['sec-purpose'] ?? '')} ${String(req.headers['purpose'] ?? '')}`);

interface TokenError {
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
const refuseToken = (req: Request, res: Response, failure: TokenError): void => {
  if (failure.error === 'invalid_client')
    sendFailure(req, res, 401, failure, { 'WWW-Authenticate': 'Basic realm="Porchlight OAuth", charset="UTF-8"' });
  else sendFailure(req, res, 400, failure);
};

/** Errors outside the standard's format: too many failures, and unavailable services. */
const sendTrouble = (req: Request, res: Response, error: unknown, next: NextFunction): void => {
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

/** Each parameter once; an empty one counts as absent (RFC 6749 3.2). */
const readParameters = (sent: URLSearchParams): Record<string, string> | TokenError => {
  const values: Record<string, string> = {};
  for (const [name, value] of sent) {
    if (Object.hasOwn(values, name))
      return { error: 'invalid_request', description: 'A parameter is there more than once.' };
    if (value !== '') values[name] = value;
  }
  return values;
};

const isTokenError = (value: object): value is TokenError => 'error' in value && 'description' in value;

const tokenBody = (readForm: RequestHandler): RequestHandler[] => [
  (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    if (readMediaType(req) === FORM) next();
    else refuseToken(req, res, { error: 'invalid_request', description: `The body must be ${FORM}.` });
  },
  readForm,
];

const readBody = (req: Request): URLSearchParams => new URLSearchParams(typeof req.body === 'string' ? req.body : '');

/** Paths below the address of the authorization server. */
const TOKEN_PATH = '/oauth/token';
const REVOKE_PATH = '/oauth/revoke';

/** GET and POST /oauth/token (decisions section 8), POST /oauth/revoke (RFC 7009). */
export const tokenRoutes = (
  { oauth, as }: Pick<AuthClients, 'oauth' | 'as'>,
  readForm: RequestHandler,
  getClientAddress: (req: Request) => string,
): Router => {
  const router = Router();

  const exchange = async (req: Request, res: Response, sent: URLSearchParams, isPost: boolean): Promise<void> => {
    const parameters = readParameters(sent);
    if (isTokenError(parameters)) return refuseToken(req, res, parameters);
    const client = presentedClient(req.headers.authorization, parameters, isPost);
    if ('error' in client) return refuseToken(req, res, client);
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
    if (answer.error !== '')
      return refuseToken(req, res, { error: answer.error, description: answer.errorDescription });
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

  const served =
    (operation: string, work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res, next) => {
      getState(req).operation = operation;
      try {
        await work(req, res);
      } catch (error) {
        sendTrouble(req, res, error, next);
      }
    };

  // Registered before GET, which would handle HEAD too.
  router.head(TOKEN_PATH, (req, res) => {
    getState(req).operation = 'auth.oauth.token';
    res.writeHead(405, { ...NO_STORE, Allow: 'GET, POST' }).end();
  });
  router.get(
    TOKEN_PATH,
    served('auth.oauth.token', async (req, res) => {
      if (isPrefetch(req))
        return refuseToken(req, res, { error: 'invalid_request', description: 'A prefetch gets no token.' });
      await exchange(req, res, readQuery(req), false);
    }),
  );
  router.post(
    TOKEN_PATH,
    ...tokenBody(readForm),
    served('auth.oauth.token', async (req, res) => {
      if ([...readQuery(req)].length > 0)
        return refuseToken(req, res, {
          error: 'invalid_request',
          description: 'Send the parameters of a POST in its body.',
        });
      await exchange(req, res, readBody(req), true);
    }),
  );
  router.post(
    REVOKE_PATH,
    ...tokenBody(readForm),
    served('auth.oauth.revoke', async (req, res) => {
      const parameters = readParameters(readBody(req));
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
    }),
  );
  const only =
    (allow: string): RequestHandler =>
    ({ method }) => {
      throw refuse('METHOD_NOT_ALLOWED', { method, allow });
    };
  router.all(TOKEN_PATH, only('GET, POST'));
  router.all(REVOKE_PATH, only('POST'));
  return router;
};
