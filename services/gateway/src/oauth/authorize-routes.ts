import { readQuery, getState } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { readPrincipal } from '../sessions/session-router';
import type { SignInOptions } from '../sessions/session-routes';
import { approvedAddress, refusedAddress } from './callback-address';
import { checkAuthorizationRequest, type AuthorizationRequest, type Checked } from './check-authorization-request';
import { readField, readOwnForm, redirect, servePage } from './own-pages';
import { sendPage } from './page';
import { consentPage, errorPage } from './pages';
import { AUTHORIZE_PATH, SIGN_IN_PATH, showSignIn, signInAddress, takeSignIn } from './sign-in-pages';

/** Options of the pages of the authorization flow. */
export interface AuthorizeOptions extends SignInOptions {
  /** Address of the authorization server, https. */
  readonly issuer: string;
  /** Reads forms as text. */
  readonly readForm: RequestHandler;
}

/** The pages of the authorization flow: sign in, consent, errors (specification: OAuth 2.0; decisions section 8). */
export const authorizeRoutes = ({ issuer, readForm, ...options }: AuthorizeOptions): Router => {
  const { clients } = options;
  /** Sends the error of a failed check; returns true if it did. */
  const answered = (
    req: Request,
    res: Response,
    checked: Checked,
    status: 302 | 303,
  ): checked is Exclude<Checked, { outcome: 'ok' }> => {
    if (checked.outcome === 'ok') return false;
    getState(req).outcome = checked.outcome === 'page' ? 'invalid_request' : checked.error.error;
    if (checked.outcome === 'page') sendPage(res, 400, errorPage(checked.sentence));
    else redirect(res, status, refusedAddress(checked.to, checked.error, issuer));
    return true;
  };

  /** Sends an error page if the user may not authorize the app; returns true if it did. */
  const isForeign = (req: Request, res: Response, { client }: AuthorizationRequest, accountId: number): boolean => {
    if (!client.development || client.accountId === accountId) return false;
    getState(req).outcome = 'access_denied';
    sendPage(res, 400, errorPage('This app is in development. Only users of its own account can give it access.'));
    return true;
  };

  const authorize = async (req: Request, res: Response): Promise<void> => {
    const query = readQuery(req);
    const checked = await checkAuthorizationRequest(clients, query);
    if (answered(req, res, checked, 302)) return;
    const principal = await readPrincipal(clients, req);
    if (!principal) return redirect(res, 302, signInAddress(query));
    if (isForeign(req, res, checked.request, principal.accountId)) return;
    sendPage(res, 200, consentPage(checked.request, principal, query.toString()));
  };

  const decide = async (req: Request, res: Response): Promise<void> => {
    const query = new URLSearchParams(readField(req, 'request'));
    const checked = await checkAuthorizationRequest(clients, query);
    if (answered(req, res, checked, 303)) return;
    const principal = await readPrincipal(clients, req);
    if (!principal) return redirect(res, 303, signInAddress(query));
    if (readField(req, 'csrfToken') !== principal.csrfToken) throw refuse('CSRF_REFUSED');
    const { request } = checked;
    if (isForeign(req, res, request, principal.accountId)) return;
    if (readField(req, 'decision') !== 'approve') {
      const denied = { error: 'access_denied', description: 'The user denied access.' } as const;
      return redirect(res, 303, refusedAddress(request, denied, issuer));
    }
    const { client, redirectUri, state, codeChallenge, scopes } = request;
    const { accountId, userId } = principal;
    const { code } = await clients.oauth.issueCode(
      { accountId, userId, clientId: client.clientId, redirectUri, scopes, state, codeChallenge },
      clients.as,
    );
    redirect(res, 303, approvedAddress(request, code, issuer));
  };

  const form = readOwnForm(issuer, readForm);
  const router = Router();
  router.get(AUTHORIZE_PATH, servePage('authorize', authorize));
  router.get(SIGN_IN_PATH, servePage('signInPage', showSignIn));
  router.post(SIGN_IN_PATH, ...form, servePage('signIn', takeSignIn(options)));
  router.post('/oauth/consent', ...form, servePage('consent', decide));
  return router;
};
