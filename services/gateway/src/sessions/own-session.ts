import type { SessionPrincipal } from '@porchlight/contracts';
import { getState } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { Request, RequestHandler, Response } from 'express';
import { readSessionToken } from './session-cookie';
import type { SessionRoutesOptions } from './session-routes';

/** Headers of a response that must not be cached. */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Authenticates by the session cookie. */
export interface OwnSession {
  /** A handler with its operation name for logs; responses are not cached. */
  named(operation: string, handle: (req: Request, res: Response) => Promise<void>): RequestHandler;
  /** The session of the browser. Throws UNAUTHENTICATED, and CSRF_REFUSED for a change without the token. */
  own(req: Request): Promise<{ token: string; principal: SessionPrincipal }>;
}

/** Middleware and options of all session routes. */
export const createOwnSession = (
  client: SessionRoutesOptions['client'],
  as: SessionRoutesOptions['as'],
): OwnSession => ({
  named: (operation, handle) => async (req, res) => {
    getState(req).operation = `auth.sessions.${operation}`;
    res.setHeader('Cache-Control', 'no-store');
    await handle(req, res);
  },
  own: async (req) => {
    const token = readSessionToken(req);
    const principal = token === undefined ? undefined : (await client.verifySession({ token }, as)).principal;
    if (token === undefined || !principal) throw refuse('UNAUTHENTICATED');
    const changes = req.method !== 'GET' && req.method !== 'HEAD';
    if (changes && req.headers['x-csrf-token'] !== principal.csrfToken) throw refuse('CSRF_REFUSED');
    return { token, principal };
  },
});
