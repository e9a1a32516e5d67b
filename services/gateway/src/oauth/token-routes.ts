import { readMediaType, readQuery, getState } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { AuthClients } from '../auth-clients';
import { exchangeToken } from './exchange-token';
import { revokeToken } from './revoke-token';
import { NO_STORE, refuseToken, sendTrouble } from './token-responses';

const FORM = 'application/x-www-form-urlencoded';
/** Browsers and mail clients prefetch links; that must not consume a code. */
const isPrefetch = (req: Request): boolean =>
  /prefetch|prerender/i.test(`${String(req.headers['sec-purpose'] ?? '')} ${String(req.headers['purpose'] ?? '')}`);

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
  clients: Pick<AuthClients, 'oauth' | 'as'>,
  readForm: RequestHandler,
  getClientAddress: (req: Request) => string,
): Router => {
  const options = { oauth: clients.oauth, as: clients.as, getClientAddress };
  const router = Router();

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
      await exchangeToken(options, req, res, { sent: readQuery(req), isPost: false });
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
      await exchangeToken(options, req, res, { sent: readBody(req), isPost: true });
    }),
  );
  router.post(
    REVOKE_PATH,
    ...tokenBody(readForm),
    served('auth.oauth.revoke', (req, res) => revokeToken(options, req, res, readBody(req))),
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
