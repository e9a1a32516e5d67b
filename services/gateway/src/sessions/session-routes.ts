import type { Actor } from '@porchlight/access';
import type {
  AccountChoice,
  SessionPrincipal,
  SessionServiceDefinition,
  SignedIn,
  SignInPlace,
} from '@porchlight/contracts';
import { sendJson, getState } from '@porchlight/edge';
import { renderTime } from '@porchlight/resource';
import type { RpcClient } from '@porchlight/rpc';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { createOwnSession, NO_STORE } from './own-session';
import { readFields } from './read-fields';
import { clearSessionCookie, readDevice, readSessionToken, setDeviceCookie, setSessionCookie } from './session-cookie';

/** The sessions of the auth service. */
export type SessionClient = RpcClient<typeof SessionServiceDefinition>;

/** Options of the session routes. */
export interface SessionRoutesOptions {
  readonly client: SessionClient;
  /** The gateway is the caller. */
  readonly as: { readonly actor: Actor; readonly timeoutMs: number };
  /** The client address behind trusted proxies. */
  readonly getClientAddress: (req: Request) => string;
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
}: SessionPrincipal): object => ({
  user: { id: userId, name: userName, email, role },
  account: { id: accountId, name: accountName },
  csrfToken,
});

const chooseAccount = (requestId: string, accounts: readonly AccountChoice[]): object => ({
  errorMessage: 'This email belongs to several accounts. Choose one.',
  errorCode: 'CHOOSE_ACCOUNT',
  requestId,
  accounts: accounts.map(({ id, name }) => ({ id, name })),
});

const moment = (time: Date | undefined): string | null => (time ? renderTime(time) : null);

/** Client address and device of a sign-in, and the previous session. */
export const readSignInPlace = (req: Request, getClientAddress: (req: Request) => string): SignInPlace => ({
  address: getClientAddress(req),
  agent: String(req.headers['user-agent'] ?? '').slice(0, 255),
  formerToken: readSessionToken(req) ?? '',
  device: readDevice(req),
});

/** Sessions for the pages: JSON, same origin, by cookie. Changes require the header X-CSRF-Token. */
export const sessionRoutes = ({ client, as, getClientAddress, body }: SessionRoutesOptions): Router => {
  const router = Router();

  const { named, own } = createOwnSession(client, as);

  const signedIn = (res: Response, status: number, answer: SignedIn): void => {
    setSessionCookie(res, answer.token);
    setDeviceCookie(res, answer.device);
    sendJson(res, status, renderPrincipal(answer.principal!), NO_STORE);
  };

  router
    .route('/')
    .get(named('get', async (req, res) => sendJson(res, 200, renderPrincipal((await own(req)).principal), NO_STORE)))
    .post(
      body,
      named('signIn', async (req, res) => {
        const given = readFields(req, ['email', 'password'], { accountId: 'id', code: 'text' });
        const answer = await client.signIn({ ...given, place: readSignInPlace(req, getClientAddress) }, as);
        if (answer.signedIn) signedIn(res, 200, answer.signedIn);
        else sendJson(res, 409, chooseAccount(getState(req).requestId, answer.accounts), NO_STORE);
      }),
    )
    .delete(
      named('signOut', async (req, res) => {
        const { token } = await own(req);
        await client.endSession({ token }, as);
        clearSessionCookie(res);
        res.writeHead(204, NO_STORE).end();
      }),
    );
  router.post(
    '/signUp',
    body,
    named('signUp', async (req, res) => {
      const fields = readFields(req, ['accountName', 'firstName', 'lastName', 'email']);
      await client.signUp({ ...fields, place: readSignInPlace(req, getClientAddress) }, as);
      // The same response for every email, to prevent enumeration.
      sendJson(res, 202, { confirmationSent: true }, NO_STORE);
    }),
  );
  router.post(
    '/confirmSignUp',
    body,
    named('confirmSignUp', async (req, res) => {
      const fields = readFields(req, ['token', 'password']);
      signedIn(
        res,
        201,
        (await client.confirmSignUp({ ...fields, place: readSignInPlace(req, getClientAddress) }, as)).signedIn!,
      );
    }),
  );
  router.post(
    '/acceptInvitation',
    body,
    named('acceptInvitation', async (req, res) => {
      const fields = readFields(req, ['token', 'password']);
      signedIn(
        res,
        200,
        (await client.acceptInvitation({ ...fields, place: readSignInPlace(req, getClientAddress) }, as)).signedIn!,
      );
    }),
  );
  router.post(
    '/resetPassword',
    body,
    named('resetPassword', async (req, res) => {
      await client.resetPassword(
        { ...readFields(req, ['email']), address: getClientAddress(req), device: readDevice(req) },
        as,
      );
      res.writeHead(204, NO_STORE).end();
    }),
  );
  router.post(
    '/newPassword',
    body,
    named('newPassword', async (req, res) => {
      const { revoke, ...fields } = readFields(req, ['token', 'password'], { revoke: 'texts' });
      const answer = await client.choosePassword(
        { ...fields, revoke, place: readSignInPlace(req, getClientAddress) },
        as,
      );
      if (answer.signedIn) signedIn(res, 200, answer.signedIn);
      // A user with a second factor must send it too.
      else sendJson(res, 200, { signInNeeded: true }, NO_STORE);
    }),
  );
  router.get(
    '/list',
    named('list', async (req, res) => {
      const { token } = await own(req);
      const { sessions } = await client.listSessions({ token }, as);
      const listed = sessions.map((one) => ({ ...one, created: moment(one.created), lastUsed: moment(one.lastUsed) }));
      sendJson(res, 200, { sessions: listed }, NO_STORE);
    }),
  );
  router.delete(
    '/list/:id',
    named('revoke', async (req, res) => {
      const { token } = await own(req);
      await client.revokeSession({ token, sessionId: String(req.params['id']).slice(0, 64) }, as);
      res.writeHead(204, NO_STORE).end();
    }),
  );
  return router;
};
