import type { Request, Response } from 'express';

/** `__Host-`: of this host alone, over HTTPS, for every path; no other host can plant it. */
export const SESSION_COOKIE = '__Host-porchlight-session';
const DEVICE_COOKIE = '__Host-porchlight-device';
const DEVICE = /^[A-Za-z0-9_-]{22}\.[0-9a-f]{64}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The value of a cookie; undefined without one or with two. */
const readCookie = (req: Request, name: string, shape: RegExp): string | undefined => {
  const values = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 && shape.test(values[0]!) ? values[0] : undefined;
};

/** The session token of a request; undefined without one or with two. */
export const readSessionToken = (req: Request): string | undefined => readCookie(req, SESSION_COOKIE, TOKEN);

/** The device of a request, which auth signed after a sign-in; empty without one. */
export const readDevice = (req: Request): string => readCookie(req, DEVICE_COOKIE, DEVICE) ?? '';

/** Marks the browser as a known device for a year. It opens nothing: it only has limits of its own. */
export const setDeviceCookie = (res: Response, device: string): void => {
  if (DEVICE.test(device)) res.append('Set-Cookie', `${DEVICE_COOKIE}=${device}; ${ATTRIBUTES}; Max-Age=31536000`);
};

/** Gives the browser a session; `token` is 43 characters of base64url. */
export const setSessionCookie = (res: Response, token: string): void => {
  res.append('Set-Cookie', `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}`);
};

/** Has the browser forget its session. */
export const clearSessionCookie = (res: Response): void => {
  res.append('Set-Cookie', `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`);
};
