import { sendJson } from '@porchlight/edge';
import { Router } from 'express';
import { createOwnSession, NO_STORE } from './own-session';
import { optionalTextOf, textsOf } from './read-fields';
import { setSessionCookie } from './session-cookie';
import { placeOf, renderPrincipal, type SessionRoutesOptions } from './session-routes';

/** What the signed-in user changes about themselves: profile and password. */
export const profileRoutes = ({ client, as, body, addressOf }: SessionRoutesOptions): Router => {
  const router = Router();
  const { named, own } = createOwnSession(client, as);
  router.put(
    '/profile',
    body,
    named('changeProfile', async (req, res) => {
      const { token } = await own(req);
      const fields = { ...textsOf(req, 'firstName', 'lastName', 'timezone'), phone: optionalTextOf(req, 'phone') };
      await client.changeProfile({ token, ...fields }, as);
      res.writeHead(204, NO_STORE).end();
    }),
  );
  router.put(
    '/password',
    body,
    named('changePassword', async (req, res) => {
      const { token } = await own(req);
      const { password, newPassword } = textsOf(req, 'password', 'newPassword');
      const request = { token, password, newPassword, code: optionalTextOf(req, 'code'), place: placeOf(req, addressOf) };
      const { signedIn } = await client.changePassword(request, as);
      setSessionCookie(res, signedIn!.token);
      sendJson(res, 200, renderPrincipal(signedIn!.principal!), NO_STORE);
    }),
  );
  return router;
};
