import type { SessionPrincipal } from '@porchlight/contracts';
import { readQuery, getState } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { readSessionToken } from '../sessions/session-cookie';
import type { SessionRoutesOptions } from '../sessions/session-routes';
import { redirectError, type AuthorizationRequest, type Parameters } from './authorization-request';
import { approvedAddress, refusedAddress } from './callback-address';
import { checkAuthorizationRequest, type Checked } from './check-authorization-request';
import type { OauthPort } from './oauth-port';
import { readField, readOwnForm, redirect, servePage } from './own-pages';
import { sendPage, STYLE, STYLE_PATH } from './page';
import { consentPage, errorPage } from './pages';
import { AUTHORIZE_PATH, SIGN_IN_PATH, showSignIn, signInAddress, takeSignIn } from './sign-in-pages';

/** Options of the pages of the authorization flow. */
export interface AuthorizeOptions extends Pick<SessionRoutesOptions, 'client' | 'as' | 'getClientAddress'> {
  readonly port: OauthPort;
  /** Address of the authorization server, https. */
  readonly issuer: string;
  /** Reads forms as text. */
  readonly readForm: RequestHandler;
}

const readParameters = (query: URLSearchParams): Parameters => {
  const values: Record<string, string[]> = {};
  for (const [name, value] of query) (Object.hasOwn(values, name) ? values[name]! : (values[name] = [])).push(value);
  return values;
};

const createCodeRequest = (
  { client, redirectUri, state, codeChallenge, scopes }: AuthorizationRequest,
  { accountId, userId }: SessionPrincipal,
) => ({
  accountId,
  userId,
  clientId: client.clientId,
  redirectUri,
  scopes: [...scopes],
  ...(state !== undefined && { state }),
  ...(codeChallenge !== undefined && { codeChallenge }),
});

/** The pages of the authorization flow: sign in, consent, errors (specification: OAuth 2.0; decisions section 8). */
export const authorizeRoutes = ({ port, issuer, client, as, getClientAddress, readForm }: AuthorizeOptions): Router => {
  const readPrincipal = async (req: Request): Promise<SessionPrincipal | undefined> => {
    const token = readSessionToken(req);
    return token === undefined ? undefined : (await client.verifySession({ token }, as)).principal;
  };

  /** Sends the error of a failed check; returns true if it did. */
  const answered = (
    req: Request,
    res: Response,
    checked: Checked,
    status: 302 | 303,
  ): checked is Exclude<Checked, { outcome: 'ok' }> => {
    if (checked.outcome === 'ok') return false;
    getState(req).outcome = checked.outcome === 'page' ? 'invalid_request' : checked.error.error;
    if (checked.outcome === 'page') sendPage(res, 400, errorPage(checked.error.sentence));
    else redirect(res, status, refusedAddress(checked.to, checked.error, issuer));
    return true;
  };

  const authorize = async (req: Request, res: Response): Promise<void> => {
    const query = readQuery(req);
    const checked = await checkAuthorizationRequest(port, readParameters(query));
    if (answered(req, res, checked, 302)) return;
    const principal = await readPrincipal(req);
    if (principal) sendPage(res, 200, consentPage(checked.request, principal, query.toString()));
    else redirect(res, 302, signInAddress(query));
  };

  const decide = async (req: Request, res: Response): Promise<void> => {
    const query = new URLSearchParams(readField(req, 'request'));
    const checked = await checkAuthorizationRequest(port, readParameters(query));
    if (answered(req, res, checked, 303)) return;
    const principal = await readPrincipal(req);
    if (!principal) return redirect(res, 303, signInAddress(query));
    if (readField(req, 'csrfToken') !== principal.csrfToken) throw refuse('CSRF_REFUSED');
    const { request } = checked;
    if (readField(req, 'decision') !== 'approve') {
      const denied = redirectError('access_denied', 'The user denied access.');
      return redirect(res, 303, refusedAddress(request, denied, issuer));
    }
    const code = await port.issueCode(createCodeRequest(request, principal));
    redirect(res, 303, approvedAddress(request, code, issuer));
  };

  const form = readOwnForm(issuer, readForm);
  const router = Router();
  router.get(STYLE_PATH, (req, res) => {
    getState(req).operation = 'auth.oauth.style';
    res
      .writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=3600' })
      .end(STYLE);
  });
  router.get(AUTHORIZE_PATH, servePage('authorize', authorize));
  router.get(SIGN_IN_PATH, servePage('signInPage', showSignIn));
  router.post(SIGN_IN_PATH, ...form, servePage('signIn', takeSignIn({ client, as, getClientAddress })));
  router.post('/oauth/consent', ...form, servePage('consent', decide));
  return router;
};
