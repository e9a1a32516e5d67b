import type { AccountChoice, SessionPrincipal, SignedIn, SignInPlace } from '@porchlight/contracts';
import { sendJson, getState } from '@porchlight/edge';
import { renderTime } from '@porchlight/resource';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { AuthClients } from '../auth-clients';
import { readFields } from './read-fields';
import { clearSessionCookie, readDevice, readSessionToken, setDeviceCookie, setSessionCookie } from './session-cookie';
import { createSessionRouter } from './session-router';

/** Options of routes that sign a user in. */
export interface SignInOptions {
  readonly clients: AuthClients;
  /** The client address behind trusted proxies. */
  readonly getClientAddress: (req: Request) => string;
}

/** Options of the session routes. */
export interface SessionRoutesOptions extends SignInOptions {
  readonly body: RequestHandler;
}

/** The JSON of a session: user, account and CSRF token. */
export const renderPrincipal = ({
  userId,
  userName,
  email,
  role,
  accountId,
  accountName,
  csrfToken,
  emailConfirmed,
}: SessionPrincipal): object => ({
  user: { id: userId, name: userName, email, role, emailConfirmed },
  account: { id: accountId, name: accountName },
  csrfToken,
});

const chooseAccount = (requestId: string, accounts: readonly AccountChoice[]): object => ({
  errorMessage: 'This email belongs to several accounts. Choose one.',
  errorCode: 'CHOOSE_ACCOUNT',
  requestId,
  accounts: accounts.map(({ id, name }) => ({ id, name })),
});

const renderMoment = (time: Date | undefined): string | null => (time ? renderTime(time) : null);

/** Client address and device of a sign-in, and the previous session. */
export const readSignInPlace = (req: Request, getClientAddress: (req: Request) => string): SignInPlace => ({
  address: getClientAddress(req),
  agent: String(req.headers['user-agent'] ?? '').slice(0, 255),
  formerToken: readSessionToken(req) ?? '',
  device: readDevice(req),
});

/** Sessions for the pages: JSON, same origin, by cookie. Changes require the header X-CSRF-Token. */
export const sessionRoutes = ({ clients, getClientAddress, body }: SessionRoutesOptions): Router => {
  const { router, open, own } = createSessionRouter(clients, body);
  const { sessions, as } = clients;
  const readPlace = (req: Request): SignInPlace => readSignInPlace(req, getClientAddress);
  const signIn = (res: Response, status: number, { token, device, principal }: SignedIn): void => {
    setSessionCookie(res, token);
    setDeviceCookie(res, device);
    sendJson(res, status, renderPrincipal(principal!));
  };

  own('get', '/', 'get', async (_req, res, { principal }) => sendJson(res, 200, renderPrincipal(principal)));
  open('post', '/', 'signIn', async (req, res) => {
    const fields = readFields(req, ['email', 'password'], { accountId: 'id', code: 'text' });
    const { signedIn, accounts } = await sessions.signIn({ ...fields, place: readPlace(req) }, as);
    if (signedIn) signIn(res, 200, signedIn);
    else sendJson(res, 409, chooseAccount(getState(req).requestId, accounts));
  });
  own('delete', '/', 'signOut', async (_req, res, { token }) => {
    await sessions.endSession({ token }, as);
    clearSessionCookie(res);
    res.writeHead(204).end();
  });
  open('post', '/signUp', 'signUp', async (req, res) => {
    const fields = readFields(req, ['accountName', 'firstName', 'lastName', 'email']);
    await sessions.signUp({ ...fields, place: readPlace(req) }, as);
    // The same response for every email, to prevent enumeration.
    sendJson(res, 202, { confirmationSent: true });
  });
  open('post', '/confirmSignUp', 'confirmSignUp', async (req, res) => {
    const fields = readFields(req, ['token', 'password']);
    const { signedIn } = await sessions.confirmSignUp({ ...fields, place: readPlace(req) }, as);
    signIn(res, 201, signedIn!);
  });
  // A POST, so that the token is in no log of addresses.
  open('post', '/readInvitation', 'readInvitation', async (req, res) => {
    sendJson(res, 200, await sessions.readInvitation(readFields(req, ['token']), as));
  });
  open('post', '/acceptInvitation', 'acceptInvitation', async (req, res) => {
    const fields = readFields(req, ['token', 'password']);
    const { signedIn } = await sessions.acceptInvitation({ ...fields, place: readPlace(req) }, as);
    signIn(res, 200, signedIn!);
  });
  open('post', '/resetPassword', 'resetPassword', async (req, res) => {
    const fields = readFields(req, ['email']);
    await sessions.resetPassword({ ...fields, address: getClientAddress(req), device: readDevice(req) }, as);
    res.writeHead(204).end();
  });
  open('post', '/newPassword', 'newPassword', async (req, res) => {
    const fields = readFields(req, ['token', 'password'], { revoke: 'texts' });
    const { signedIn } = await sessions.choosePassword({ ...fields, place: readPlace(req) }, as);
    if (signedIn) signIn(res, 200, signedIn);
    // A user with a second factor must send it too.
    else sendJson(res, 200, { signInNeeded: true });
  });
  own('post', '/emailConfirmation', 'requestEmailConfirmation', async (_req, res, { token }) => {
    await sessions.requestEmailConfirmation({ token }, as);
    res.writeHead(204).end();
  });
  // A POST of the page: mail scanners open links, and a GET changes nothing.
  open('post', '/confirmEmail', 'confirmEmail', async (req, res) => {
    sendJson(res, 200, await sessions.confirmEmail(readFields(req, ['token']), as));
  });
  own('get', '/list', 'list', async (_req, res, { token }) => {
    const listed = (await sessions.listSessions({ token }, as)).sessions.map((session) => ({
      ...session,
      created: renderMoment(session.created),
      lastUsed: renderMoment(session.lastUsed),
    }));
    sendJson(res, 200, { sessions: listed });
  });
  own('delete', '/list/:id', 'revoke', async (req, res, { token }) => {
    await sessions.revokeSession({ token, sessionId: String(req.params['id']).slice(0, 64) }, as);
    res.writeHead(204).end();
  });
  return router;
};
