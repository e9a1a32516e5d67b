import type { Request, Response } from 'express';
import type { LimitUnknown } from '../unknown-credentials';

/** `__Host-`: for this host only, over HTTPS, for every path; no other host can set it. */
export const SESSION_COOKIE = '__Host-porchlight-session';
const DEVICE_COOKIE = '__Host-porchlight-device';
const DEVICE = /^[A-Za-z0-9_-]{22}\.\d{1,10}\.\d{1,10}\.[0-9a-f]{64}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

const listCookies = (req: Request, name: string): string[] =>
  (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

/** The value of a cookie; undefined if it is absent, repeated or has another shape. */
const readCookie = (req: Request, name: string, shape: RegExp): string | undefined => {
  const values = listCookies(req, name);
  return values.length === 1 && shape.test(values[0]!) ? values[0] : undefined;
};

/** The session token of a request; undefined if it is absent or repeated. */
export const readSessionToken = (req: Request): string | undefined => readCookie(req, SESSION_COOKIE, TOKEN);

/**
 * Verifies the session cookie of a request: `verify` returns undefined for an unknown token. Every route that reads a
 * session uses this, so that cookies of strangers are counted, those of another shape too. Throws RATE_LIMITED.
 */
export const verifySessionCookie = async <T>(
  limitSessions: LimitUnknown,
  req: Request,
  verify: (token: string) => Promise<T | undefined>,
): Promise<T | undefined> => {
  if (listCookies(req, SESSION_COOKIE).length === 0) return undefined;
  const token = readSessionToken(req);
  return limitSessions(token ?? '', req, async () => (token === undefined ? undefined : verify(token)));
};

/** The device token of a request, which auth signed after a sign-in; empty without one. */
export const readDevice = (req: Request): string => readCookie(req, DEVICE_COOKIE, DEVICE) ?? '';

/**
 * Marks the browser as a known device for a year, unless `device` is empty: then the email is not confirmed. The cookie
 * grants no access: the device only has separate rate limits.
 */
export const setDeviceCookie = (res: Response, device: string): void => {
  if (DEVICE.test(device)) res.append('Set-Cookie', `${DEVICE_COOKIE}=${device}; ${ATTRIBUTES}; Max-Age=31536000`);
};

/** Sets the session cookie; `token` is 43 characters of base64url. */
export const setSessionCookie = (res: Response, token: string): void => {
  res.append('Set-Cookie', `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}`);
};

/** Deletes the session cookie. */
export const clearSessionCookie = (res: Response): void => {
  res.append('Set-Cookie', `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`);
};
