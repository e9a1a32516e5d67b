import { readQuery, getState } from '@porchlight/edge';
import { isRefusal } from '@porchlight/errors';
import { INT32_MAX } from '@porchlight/resource';
import type { Request, Response } from 'express';
import { setDeviceCookie, setSessionCookie } from '../sessions/session-cookie';
import { readSignInPlace, type SignInOptions } from '../sessions/session-routes';
import { readField, redirect } from './own-pages';
import { sendPage } from './page';
import { errorPage, signInPage } from './pages';

/** Path of the authorization endpoint. */
export const AUTHORIZE_PATH = '/oauth/authorize';
/** Path of the sign-in page and of its form. */
export const SIGN_IN_PATH = '/oauth/signIn';

/** Address of the sign-in page; `query` is the authorization request to continue with. */
export const signInAddress = (query: URLSearchParams): string =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ returnTo: `${AUTHORIZE_PATH}?${query.toString()}` }).toString()}`;

/** Only returns into the flow: prevents open redirects. */
const isSafeReturn = (address: string): boolean => address.startsWith(`${AUTHORIZE_PATH}?`) && address.length < 8_192;

const sendNoReturn = (res: Response): void => sendPage(res, 400, errorPage('The address to return to is missing.'));

/** Shows the sign-in page. */
export const showSignIn = async (req: Request, res: Response): Promise<void> => {
  const returnTo = readQuery(req).get('returnTo') ?? '';
  if (isSafeReturn(returnTo)) sendPage(res, 200, signInPage({ returnTo }));
  else sendNoReturn(res);
};

/** Shows the page again with the problem. Rethrows errors that another attempt cannot fix. */
const showRefused = (
  req: Request,
  res: Response,
  error: unknown,
  form: { returnTo: string; email: string; accountId: number },
): void => {
  if (!isRefusal(error)) throw error;
  const { returnTo, email, accountId } = form;
  getState(req).outcome = error.reason;
  switch (error.reason) {
    case 'UNAUTHENTICATED':
      return sendPage(
        res,
        401,
        signInPage({
          returnTo,
          email,
          problem: 'Email and password do not match. Try again, or reset your password.',
        }),
      );
    case 'SECOND_FACTOR':
      return sendPage(
        res,
        401,
        signInPage({ returnTo, email, codeFor: accountId, problem: `${error.message} Enter the password again too.` }),
      );
    case 'RATE_LIMITED': {
      const seconds = Number(error.params['seconds'] ?? 1);
      res.setHeader('Retry-After', String(seconds));
      return sendPage(
        res,
        429,
        signInPage({ returnTo, email, problem: `Too many attempts. Wait ${seconds} seconds, then try again.` }),
      );
    }
    default:
      throw error;
  }
};

/** Handles the sign-in form: creates a session and continues the flow, or shows the page again. */
export const takeSignIn =
  ({ clients: { sessions, as }, getClientAddress }: SignInOptions) =>
  async (req: Request, res: Response): Promise<void> => {
    const returnTo = readField(req, 'returnTo');
    if (!isSafeReturn(returnTo)) return sendNoReturn(res);
    const email = readField(req, 'email').slice(0, 320);
    const chosen = Number(readField(req, 'accountId'));
    const accountId = Number.isInteger(chosen) && chosen > 0 && chosen <= INT32_MAX ? chosen : 0;
    const credentials = {
      email,
      password: readField(req, 'password'),
      accountId,
      code: readField(req, 'code').slice(0, 64),
    };
    try {
      const { signedIn, accounts } = await sessions.signIn(
        { ...credentials, place: readSignInPlace(req, getClientAddress) },
        as,
      );
      if (!signedIn) {
        const problem = 'This email belongs to several accounts. Choose one and enter the password again.';
        return sendPage(res, 200, signInPage({ returnTo, email, accounts, problem }));
      }
      setSessionCookie(res, signedIn.token);
      setDeviceCookie(res, signedIn.device);
      redirect(res, 303, returnTo);
    } catch (error) {
      showRefused(req, res, error, { returnTo, email, accountId });
    }
  };
