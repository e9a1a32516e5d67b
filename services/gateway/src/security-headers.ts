import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** The parts of helmet that a JSON API needs; the web pages have their own policy. */
const OPTIONS = { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, originAgentCluster: false } as const;

/** The headers of helmet are the same for all responses: computed once, not by 13 middlewares per request. */
const listHeaders = (): readonly (readonly [string, string])[] => {
  const headers: [string, string][] = [];
  const recorder: Pick<Response, 'removeHeader'> & { setHeader(name: string, value: string): void } = {
    setHeader: (name, value) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(OPTIONS)({} as never, recorder as never, () => undefined);
  return headers;
};

/** Sets the security headers of helmet. */
export const setSecurityHeaders = (): RequestHandler => {
  const headers = listHeaders();
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
};
