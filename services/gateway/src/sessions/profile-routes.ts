import { sendJson } from '@porchlight/edge';
import { Router } from 'express';
import { createOwnSession, NO_STORE } from './own-session';
import { readFields } from './read-fields';
import { setSessionCookie } from './session-cookie';
import { readSignInPlace, renderPrincipal, type SessionRoutesOptions } from './session-routes';

/** Changes of the signed-in user to their profile and password. */
export const profileRoutes = ({ client, as, body, getClientAddress }: SessionRoutesOptions): Router => {
  const router = Router();
  const { named, own } = createOwnSession(client, as);
  router.put(
    '/profile',
    body,
    named('changeProfile', async (req, res) => {
      const { token } = await own(req);
      const fields = readFields(req, ['firstName', 'lastName', 'timezone'], { phone: 'text' });
      await client.changeProfile({ token, ...fields }, as);
      res.writeHead(204, NO_STORE).end();
    }),
  );
  router.put(
    '/password',
    body,
    named('changePassword', async (req, res) => {
      const { token } = await own(req);
      const request = {
        token,
        ...readFields(req, ['password', 'newPassword'], { code: 'text' }),
        place: readSignInPlace(req, getClientAddress),
      };
      const { signedIn } = await client.changePassword(request, as);
      setSessionCookie(res, signedIn!.token);
      sendJson(res, 200, renderPrincipal(signedIn!.principal!), NO_STORE);
    }),
  );
  return router;
};
