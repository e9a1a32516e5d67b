import { sendJson } from '@porchlight/edge';
import { Router } from 'express';
import { createOwnSession, NO_STORE } from './own-session';
import { readFields } from './read-fields';
import type { SessionRoutesOptions } from './session-routes';

/**
 * Routes that require the password or second factor, and not only the session: the second factor and the transfer of
 * the account.
 */
export const identityRoutes = ({ client, as, body }: Omit<SessionRoutesOptions, 'getClientAddress'>): Router => {
  const router = Router();
  const { named, own } = createOwnSession(client, as);

  router
    .route('/secondFactor')
    .get(
      named('readSecondFactor', async (req, res) =>
        sendJson(res, 200, await client.readSecondFactor({ token: (await own(req)).token }, as), NO_STORE),
      ),
    )
    .post(
      body,
      named('beginSecondFactor', async (req, res) => {
        const { token } = await own(req);
        sendJson(res, 201, await client.beginSecondFactor({ token, ...readFields(req, ['password']) }, as), NO_STORE);
      }),
    );
  router.post(
    '/secondFactor/confirm',
    body,
    named('confirmSecondFactor', async (req, res) => {
      const { token } = await own(req);
      sendJson(res, 200, await client.confirmSecondFactor({ token, ...readFields(req, ['code']) }, as), NO_STORE);
    }),
  );
  router.post(
    '/secondFactor/disable',
    body,
    named('endSecondFactor', async (req, res) => {
      const { token } = await own(req);
      await client.endSecondFactor({ token, ...readFields(req, ['password'], { code: 'text' }) }, as);
      res.writeHead(204, NO_STORE).end();
    }),
  );
  router.post(
    '/transferOwnership',
    body,
    named('transferOwnership', async (req, res) => {
      const { token } = await own(req);
      await client.transferOwnership({ token, ...readFields(req, ['password'], { userId: 'id', code: 'text' }) }, as);
      res.writeHead(204, NO_STORE).end();
    }),
  );
  return router;
};
