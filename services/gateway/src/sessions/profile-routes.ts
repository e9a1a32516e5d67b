import { sendJson } from '@porchlight/edge';
import type { Router } from 'express';
import { readFields } from './read-fields';
import { setSessionCookie } from './session-cookie';
import { createSessionRouter } from './session-router';
import { readSignInPlace, renderPrincipal, type SessionRoutesOptions } from './session-routes';

/**
 * Changes of the signed-in user: profile, password, second factor, transfer of the account. All but the profile require
 * the password or second factor, and not only the session.
 */
export const profileRoutes = ({ clients, body, getClientAddress }: SessionRoutesOptions): Router => {
  const { router, own } = createSessionRouter(clients, body);
  const { sessions, as } = clients;
  own('put', '/profile', 'changeProfile', async (req, res, { token }) => {
    const fields = readFields(req, ['firstName', 'lastName', 'timezone'], { phone: 'text' });
    await sessions.changeProfile({ token, ...fields }, as);
    res.writeHead(204).end();
  });
  own('put', '/password', 'changePassword', async (req, res, { token }) => {
    const fields = readFields(req, ['password', 'newPassword'], { code: 'text' });
    const place = readSignInPlace(req, getClientAddress);
    const { signedIn } = await sessions.changePassword({ token, ...fields, place }, as);
    setSessionCookie(res, signedIn!.token);
    sendJson(res, 200, renderPrincipal(signedIn!.principal!));
  });
  own('get', '/secondFactor', 'readSecondFactor', async (_req, res, { token }) =>
    sendJson(res, 200, await sessions.readSecondFactor({ token }, as)),
  );
  own('post', '/secondFactor', 'beginSecondFactor', async (req, res, { token }) =>
    sendJson(res, 201, await sessions.beginSecondFactor({ token, ...readFields(req, ['password']) }, as)),
  );
  own('post', '/secondFactor/confirm', 'confirmSecondFactor', async (req, res, { token }) =>
    sendJson(res, 200, await sessions.confirmSecondFactor({ token, ...readFields(req, ['code']) }, as)),
  );
  own('post', '/secondFactor/disable', 'endSecondFactor', async (req, res, { token }) => {
    await sessions.endSecondFactor({ token, ...readFields(req, ['password'], { code: 'text' }) }, as);
    res.writeHead(204).end();
  });
  own('post', '/transferOwnership', 'transferOwnership', async (req, res, { token }) => {
    const fields = readFields(req, ['password'], { userId: 'id', code: 'text' });
    await sessions.transferOwnership({ token, ...fields }, as);
    res.writeHead(204).end();
  });
  return router;
};
