import type { SessionPrincipal } from '@porchlight/contracts';
import { getState } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { AuthClients } from '../auth-clients';
import { readSessionToken, verifySessionCookie } from './session-cookie';

/** The session of the browser. */
interface OwnSession {
  readonly token: string;
  readonly principal: SessionPrincipal;
}

type Method = 'get' | 'post' | 'put' | 'delete';

/** The user of the session cookie; undefined without a valid one. Throws RATE_LIMITED for cookies of strangers. */
export const readPrincipal = async (
  { sessions, limitSessions, as }: Pick<AuthClients, 'sessions' | 'limitSessions' | 'as'>,
  req: Request,
): Promise<SessionPrincipal | undefined> => {
  const session = await verifySessionCookie(limitSessions, req, async (token) => {
    const answer = await sessions.verifySession({ token }, as);
    return answer.principal || answer.accountDisabled ? answer : undefined;
  });
  return session?.principal;
};

/** Creates a router for JSON routes of the pages: `body` is read before POST and PUT, responses are not cached. */
export const createSessionRouter = (clients: AuthClients, body: RequestHandler) => {
  const router = Router();
  /** Adds a route for users who are not signed in. `operation` is the name in logs. */
  const open = (
    method: Method,
    path: string,
    operation: string,
    handle: (req: Request, res: Response) => Promise<void>,
  ): void => {
    const before = method === 'post' || method === 'put' ? [body] : [];
    router[method](path, ...before, async (req, res) => {
      getState(req).operation = `auth.sessions.${operation}`;
      res.setHeader('Cache-Control', 'no-store');
      await handle(req, res);
    });
  };
  /** Adds a route of the signed-in user. It throws UNAUTHENTICATED, and CSRF_REFUSED for a change without the token. */
  const own = (
    method: Method,
    path: string,
    operation: string,
    handle: (req: Request, res: Response, session: OwnSession) => Promise<void>,
  ): void =>
    open(method, path, operation, async (req, res) => {
      const token = readSessionToken(req);
      const principal = await readPrincipal(clients, req);
      if (token === undefined || !principal) throw refuse('UNAUTHENTICATED');
      if (method !== 'get' && req.headers['x-csrf-token'] !== principal.csrfToken) throw refuse('CSRF_REFUSED');
      await handle(req, res, { token, principal });
    });
  return { router, open, own };
};
