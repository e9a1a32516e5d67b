import type { Request, Response } from 'express';

/** `__Host-`: of this host alone, over HTTPS, for every path; no other host can plant it. */
export const SESSION_COOKIE = '__Host-porchlight-session';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The session token of a request; undefined without one or with two. */
export const sessionTokenOf = (req: Request): string | undefined => {
  const values = (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 && TOKEN.test(values[0]!) ? values[0] : undefined;
};

/** Gives the browser a session; `token` is 43 characters of base64url. */
export const setSessionCookie = (res: Response, token: string): void => {
  res.append('Set-Cookie', `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}`);
};

/** Has the browser forget its session. */
export const clearSessionCookie = (res: Response): void => {
  res.append('Set-Cookie', `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`);
};
