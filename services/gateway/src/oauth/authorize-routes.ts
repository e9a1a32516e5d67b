import type { SessionPrincipal } from '@porchlight/contracts';
import { queryOf, stateOf } from '@porchlight/edge';
import { isRefusal, REASONS, refuse } from '@porchlight/errors';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { sessionTokenOf, setSessionCookie } from '../sessions/session-cookie';
import { placeOf, type SessionRoutesOptions } from '../sessions/session-routes';
import type { Parameters } from './authorization-request';
import { redirectError } from './authorization-request';
import { approvedAddress, refusedAddress } from './callback-address';
import { checkAuthorizationRequest, type Checked } from './check-authorization-request';
import type { OauthPort } from './oauth-port';
import { pageHeaders, sendPage, STYLE, STYLE_PATH } from './page';
import { consentPage, errorPage, signInPage } from './pages';
import { readForm } from './read-form';

const MAX_BODY = 32_768;
const AUTHORIZE = '/oauth/authorize';

export interface AuthorizeOptions extends Pick<SessionRoutesOptions, 'client' | 'as' | 'addressOf'> {
  readonly port: OauthPort;
  readonly issuer: string;
}

const parametersOf = (query: URLSearchParams): Parameters => {
  const values: Record<string, string[]> = {};
  for (const [name, value] of query) (Object.hasOwn(values, name) ? values[name]! : (values[name] = [])).push(value);
  return values;
};

const fieldOf = (req: Request, name: string): string => {
  const value = typeof req.body === 'string' ? new URLSearchParams(req.body).getAll(name) : [];
  return value.length === 1 ? value[0]! : '';
};

const redirect = (res: Response, status: 302 | 303, location: string): void => {
  res.writeHead(status, { ...pageHeaders(), Location: location, 'Content-Length': '0' }).end();
};

/** Only back into the flow: whatever else a link says, nobody is sent to another site. */
const safeReturn = (address: string): string | undefined => (address.startsWith(`${AUTHORIZE}?`) && address.length < 8_192 ? address : undefined);

/** Forms of our own pages alone: by what browsers say of themselves. A proxy may have changed the host. */
const fromOwnPage = (req: Request, issuer: string): boolean => {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === new URL(issuer).origin || origin === `https://${host ?? ''}`;
};

/** The pages of the authorization flow: sign in, consent, errors (specification: OAuth 2.0; decisions section 8). */
export const authorizeRoutes = ({ port, issuer, client, as, addressOf }: AuthorizeOptions): Router => {
  const router = Router();

  /** Faults and refusals show as pages here, for it is people who read them. */
  const page =
    (operation: string, work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req: Request, res: Response, next: NextFunction) => {
      stateOf(req).operation = `auth.oauth.${operation}`;
      try {
        await work(req, res);
      } catch (error) {
        if (!isRefusal(error) || res.headersSent) return next(error);
        stateOf(req).outcome = error.reason;
        if (error.reason === 'UNAVAILABLE' || error.reason === 'DEADLINE') res.setHeader('Retry-After', '1');
        sendPage(res, REASONS[error.reason].http, errorPage(error.message));
      }
    };

  const form: RequestHandler[] = [
    (req, res, next) => {
      if (fromOwnPage(req, issuer)) return next();
      stateOf(req).outcome = 'CSRF_REFUSED';
      sendPage(res, 403, errorPage(refuse('CSRF_REFUSED').message));
    },
    readForm(MAX_BODY),
  ];

  const principalOf = async (req: Request): Promise<SessionPrincipal | undefined> => {
    const token = sessionTokenOf(req);
    return token === undefined ? undefined : (await client.verifySession({ token }, as)).principal;
  };

  /** Answers what a check refused; undefined when the request is good. */
  const answered = (req: Request, res: Response, checked: Checked, status: 302 | 303): checked is Exclude<Checked, { outcome: 'ok' }> => {
    if (checked.outcome === 'ok') return false;
    stateOf(req).outcome = checked.outcome === 'page' ? 'invalid_request' : checked.error.error;
    if (checked.outcome === 'page') sendPage(res, 400, errorPage(checked.error.sentence));
    else redirect(res, status, refusedAddress(checked.to, checked.error, issuer));
    return true;
  };

  router.get(STYLE_PATH, (req, res) => {
    stateOf(req).operation = 'auth.oauth.style';
    res.writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }).end(STYLE);
  });

  router.get(
    AUTHORIZE,
    page('authorize', async (req, res) => {
      const query = queryOf(req);
      const checked = await checkAuthorizationRequest(port, parametersOf(query));
      if (answered(req, res, checked, 302)) return;
      const principal = await principalOf(req);
      if (principal) sendPage(res, 200, consentPage(checked.request, principal, query.toString()));
      else redirect(res, 302, `/oauth/signIn?${new URLSearchParams({ returnTo: `${AUTHORIZE}?${query.toString()}` }).toString()}`);
    }),
  );

  router.get(
    '/oauth/signIn',
    page('signInPage', async (req, res) => {
      const returnTo = safeReturn(queryOf(req).get('returnTo') ?? '');
      if (returnTo === undefined) sendPage(res, 400, errorPage('The address to go on with is missing.'));
      else sendPage(res, 200, signInPage({ returnTo }));
    }),
  );

  router.post(
    '/oauth/signIn',
    ...form,
    page('signIn', async (req, res) => {
      const returnTo = safeReturn(fieldOf(req, 'returnTo'));
      if (returnTo === undefined) return sendPage(res, 400, errorPage('The address to go on with is missing.'));
      const email = fieldOf(req, 'email').slice(0, 320);
      const chosen = Number(fieldOf(req, 'accountId'));
      const accountId = Number.isInteger(chosen) && chosen > 0 && chosen <= 0x7fffffff ? chosen : 0;
      try {
        const answer = await client.signIn({ email, password: fieldOf(req, 'password'), accountId, place: placeOf(req, addressOf), code: fieldOf(req, 'code').slice(0, 64) }, as);
        if (!answer.signedIn)
          return sendPage(res, 200, signInPage({ returnTo, email, accounts: answer.accounts, problem: 'This e-mail belongs to several accounts. Choose one and enter the password again.' }));
        setSessionCookie(res, answer.signedIn.token);
        redirect(res, 303, returnTo);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        stateOf(req).outcome = error.reason;
        if (error.reason === 'UNAUTHENTICATED') return sendPage(res, 401, signInPage({ returnTo, email, problem: 'E-mail and password do not fit.' }));
        if (error.reason === 'SECOND_FACTOR')
          return sendPage(res, 401, signInPage({ returnTo, email, codeFor: accountId, problem: `${error.message} Enter the password again too.` }));
        if (error.reason !== 'RATE_LIMITED') throw error;
        const seconds = Number(error.params['seconds'] ?? 1);
        res.setHeader('Retry-After', String(seconds));
        sendPage(res, 429, signInPage({ returnTo, email, problem: `Too many failed attempts. Try again in ${seconds} seconds.` }));
      }
    }),
  );

  router.post(
    '/oauth/consent',
    ...form,
    page('consent', async (req, res) => {
      const query = new URLSearchParams(fieldOf(req, 'request'));
      const checked = await checkAuthorizationRequest(port, parametersOf(query));
      if (answered(req, res, checked, 303)) return;
      const principal = await principalOf(req);
      if (!principal) return redirect(res, 303, `/oauth/signIn?${new URLSearchParams({ returnTo: `${AUTHORIZE}?${query.toString()}` }).toString()}`);
      if (fieldOf(req, 'csrfToken') !== principal.csrfToken) throw refuse('CSRF_REFUSED');
      const { request } = checked;
      if (fieldOf(req, 'decision') !== 'approve')
        return redirect(res, 303, refusedAddress(request, redirectError('access_denied', 'The user denied access.'), issuer));
      const { accountId, userId } = principal;
      const { client: app, redirectUri, state, codeChallenge } = request;
      const code = await port.issueCode({
        accountId,
        userId,
        clientId: app.clientId,
        redirectUri,
        ...(state !== undefined && { state }),
        ...(codeChallenge !== undefined && { codeChallenge }),
      });
      redirect(res, 303, approvedAddress(request, code, issuer));
    }),
  );
  return router;
};
