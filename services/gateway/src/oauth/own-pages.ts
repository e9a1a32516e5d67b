import { getState } from '@porchlight/edge';
import { isRefusal, REASONS, refuse } from '@porchlight/errors';
import type { Request, RequestHandler, Response } from 'express';
import { pageHeaders, sendPage } from './page';
import { errorPage } from './pages';

/** Wraps a handler whose refusals are shown as pages for users. `operation` is the name in the request lines. */
export const servePage =
  (operation: string, work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
  async (req, res, next) => {
    getState(req).operation = `auth.oauth.${operation}`;
    try {
      await work(req, res);
    } catch (error) {
      if (!isRefusal(error) || res.headersSent) return next(error);
      getState(req).outcome = error.reason;
      if (error.reason === 'UNAVAILABLE' || error.reason === 'DEADLINE') res.setHeader('Retry-After', '1');
      sendPage(res, REASONS[error.reason].http, errorPage(error.message));
    }
  };

/** Checks the headers Origin and Sec-Fetch-Site. A proxy may have changed the host. */
const isFromOwnPage = (req: Request, issuer: string): boolean => {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === new URL(issuer).origin || origin === `https://${host ?? ''}`;
};

/** Reads a form of our own pages; a form sent by another site is 403. */
export const readOwnForm = (issuer: string, readForm: RequestHandler): RequestHandler[] => [
  (req, res, next) => {
    if (isFromOwnPage(req, issuer)) return next();
    getState(req).outcome = 'CSRF_REFUSED';
    sendPage(res, 403, errorPage(refuse('CSRF_REFUSED').message));
  },
  readForm,
];

/** The field of a form that `readOwnForm` read; empty unless it occurs exactly once. */
export const readField = (req: Request, name: string): string => {
  const value = typeof req.body === 'string' ? new URLSearchParams(req.body).getAll(name) : [];
  return value.length === 1 ? value[0]! : '';
};

/** Redirects the browser; 303 after a form, so that it does not send the form again. */
export const redirect = (res: Response, status: 302 | 303, location: string): void => {
  res.writeHead(status, { ...pageHeaders(), Location: location, 'Content-Length': '0' }).end();
};
